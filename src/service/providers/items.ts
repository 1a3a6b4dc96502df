import type { z } from 'zod';
import type { calendarEvent, emailMessage } from '../../contract/agenda.ts';

export type EmailMessage = z.output<ReturnType<typeof emailMessage>>;
export type CalendarEvent = z.output<ReturnType<typeof calendarEvent>>;
export type Person = EmailMessage['participants'][number];
