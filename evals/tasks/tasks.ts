import type { Task } from '../task.ts';
import { agendaTasks } from './agenda.ts';
import { ambiguityTasks } from './ambiguity.ts';
import { changeManyTasks } from './change-many.ts';
import { impossibleTasks } from './impossible.ts';
import { injectionTasks } from './injection.ts';
import { lookUpTasks } from './look-up.ts';
import { mergeAndUndoTasks } from './merge-and-undo.ts';
import { planTasks } from './plan.ts';
import { refusalTasks } from './refusal.ts';
import { rememberTasks } from './remember.ts';

export const tasks: readonly Task[] = [
  ...lookUpTasks,
  ...rememberTasks,
  ...planTasks,
  ...changeManyTasks,
  ...mergeAndUndoTasks,
  ...agendaTasks,
  ...ambiguityTasks,
  ...refusalTasks,
  ...injectionTasks,
  ...impossibleTasks,
];
