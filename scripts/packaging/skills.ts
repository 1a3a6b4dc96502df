import { prompts } from '../../tools/prompts.ts';

/** The prompts that are skills too, by the folder of each, with when an assistant is to think of it. */
const SKILLS: Record<string, { prompt: string; when: string }> = {
  'prepare-meeting': {
    prompt: 'prepare_meeting',
    when: 'Use when the user is about to meet or call somebody and wants to be prepared.',
  },
  'weekly-review': {
    prompt: 'weekly_review',
    when: 'Use when the user wants to look back on their week with people and plan the next one.',
  },
};

/** skills/NAME/SKILL.md for each: what the prompt tells a model to do, without what a person fills in. */
export const skillFiles: [string, () => string][] = Object.entries(SKILLS).map(([name, { prompt, when }]) => [
  `skills/${name}/SKILL.md`,
  () => {
    const { title, description, text } = prompts.find((one) => one.name === prompt)!;
    // The first line names the person; here the user's own words do.
    const [, ...steps] = text({}).split('\n\n');
    return [
      `---\nname: ${name}\ndescription: ${JSON.stringify(`${description} ${when}`)}\n---`,
      `# ${title}`,
      'The tools named here are those of the MCP server `kith`. “I” and “me” are the user.',
      ...steps,
      '',
    ]
      .join('\n\n')
      .replace(/\n\n$/, '\n');
  },
]);
