import { expect, test } from 'vitest';
import type { JsonSchema } from '../../src/contract/schema/json-schema.ts';
import sizes from '../../src/mcp/generated/tokens.json' with { type: 'json' };
import tools from '../../src/mcp/generated/tools.json' with { type: 'json' };

// An argument needs a short description if its name does not explain its value.

/** Names that are self-explanatory, or that the server instructions explain for all tools. */
const PLAIN = new Set(
  `first_name last_name full_name job_title company education website twitter instagram facebook telegram tiktok youtube
  linkedin starred is_archived never_keep_in_touch name names email emails add_emails remove_emails add_phones remove_phones
  contact_emails contact_phone_numbers tags_contacts groups_contacts phone_number city country postal_code emoji finalName
  finalEmoji description note text summary location isComplete isOverdue continueOnError order updates dateRange
  idempotency_key dry_run noteId reminderId favoriteId favoriteIds shareLinkId addressId eventId messageId id`.split(
    /\s+/,
  ),
);

const argumentsOf = ({ inputSchema }: { inputSchema: object }) =>
  Object.entries((inputSchema as { properties: Record<string, JsonSchema> }).properties);

test.each(tools.map((tool) => [tool.name, tool] as const))('%s explains its arguments', (_name, tool) => {
  const unexplained = argumentsOf(tool).filter(([name, { description }]) => !description && !PLAIN.has(name));
  expect(unexplained.map(([name]) => name)).toEqual([]);
});

test.each(tools.map((tool) => [tool.name, tool] as const))('%s declares its result', (_name, { outputSchema }) => {
  expect(Object.keys(outputSchema.properties).length).toBeGreaterThan(0);
});

test('keeps all tools within their size limits', () => {
  const { 'all tools': all, core, catalogue, ...each } = sizes;
  expect(core).toBeLessThanOrEqual(7_000);
  expect(catalogue).toBeLessThanOrEqual(2_500);
  expect(all).toBeLessThanOrEqual(20_000);
  expect(Math.max(...Object.values(each))).toBeLessThanOrEqual(750);
});
