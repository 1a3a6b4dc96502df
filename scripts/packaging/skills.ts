import { prompts } from '../../tools/prompts.ts';

/** Prompts that are also skills, by folder, with the situation for each. */
const SKILLS: Record<string, { prompt: string; when: string }> = {
  'prepare-meeting': {
    prompt: 'prepare_meeting',
    when: 'Use when the user is about to meet or call someone and wants to be prepared.',
  },
  'weekly-review': {
    prompt: 'weekly_review',
    when: 'Use when the user wants to look back on their week with people and plan the next one.',
  },
};

/** skills/NAME/SKILL.md for each: the prompt's instructions for a model, without a person's input. */
export const skillFiles: [string, () => string][] = Object.entries(SKILLS).map(([name, { prompt, when }]) => [
  `skills/${name}/SKILL.md`,
  () => {
    const { title, description, text } = prompts.find((one) => one.name === prompt)!;
    // The first line names the person. Here the user's own words do.
    const [, ...steps] = text({}).split('\n\n');
    return [
      `---\nname: ${name}\ndescription: ${JSON.stringify(`${description} ${when}`)}\n---`,
      `# ${title}`,
      'These tools belong to the MCP server `kith`. “I” and “me” are the user.',
      ...steps,
      '',
    ]
      .join('\n\n')
      .replace(/\n\n$/, '\n');
  },
]);
