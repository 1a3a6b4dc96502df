import type { OperationName } from '../../catalogue/operations.ts';
import type { Handlers } from '../context.ts';
import { pageOfTimeline } from '../people/timeline.ts';
import { timelineSources } from '../people/timeline-sources.ts';

type Names = Extract<OperationName, 'list_timeline'>;

export const timelineHandlers: Handlers<Names> = {
  list_timeline: { inSteps: (steps, { query }) => pageOfTimeline(steps, timelineSources, query) },
};
