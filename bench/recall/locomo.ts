import { readFileSync } from 'node:fs';
import type { Life, LifeNote, Question } from '../../test/data/lives/life.ts';

// LoCoMo (snap-research/LoCoMo, data/locomo10.json): ten long conversations between two people. It is CC BY-NC, so it
// is read from a caller's file and never committed. Each turn becomes a note about its speaker.

interface Turn {
  speaker: string;
  dia_id: string;
  text: string;
}

interface Sample {
  conversation: Record<string, string | Turn[]>;
  qa: { question: string; evidence?: string[] }[];
}

const MINUTE = 60_000;

/** The file's conversations, in order. */
export const readLocomo = (file: string): Life[] => (JSON.parse(readFileSync(file, 'utf8')) as Sample[]).map(lifeOf);

function lifeOf({ conversation, qa }: Sample): Life {
  const people = [conversation.speaker_a, conversation.speaker_b].map((name) => ({
    key: name as string,
    full_name: name as string,
  }));
  const notes: LifeNote[] = [];
  for (let session = 1; conversation[`session_${session}_date_time`]; session++) {
    const start = timeOf(conversation[`session_${session}_date_time`] as string);
    const turns = (conversation[`session_${session}`] ?? []) as Turn[];
    for (const [index, { speaker, dia_id, text }] of turns.entries()) {
      notes.push({ key: dia_id, text, people: [speaker], time: new Date(start + index * MINUTE).toISOString() });
    }
  }
  const known = new Set(notes.map(({ key }) => key));
  const questions = qa.flatMap(({ question, evidence = [] }): Question[] => {
    // Some entries contain several keys in one string, and a few name no turn.
    const keys = evidence.flatMap((text) => text.match(/D\d+:\d+/g) ?? []).filter((key) => known.has(key));
    return keys.length === 0 ? [] : [{ text: question, evidence: [...new Set(keys)] }];
  });
  return { people, notes, questions, reminders: [], groups: [], never: [] };
}

/** "1:56 pm on 8 May, 2023" */
function timeOf(text: string): number {
  const [clock, day] = text.split(' on ') as [string, string];
  const time = Date.parse(`${day.replace(',', '')} ${clock} UTC`);
  if (Number.isNaN(time)) throw new Error(`no time: ${text}`);
  return time;
}
