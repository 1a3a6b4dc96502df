import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { polish } from './polish.ts';
import { spanish } from './spanish.ts';

/** Everyday requests, by language. */
export const BOOK = { English: english, German: german, French: french, Spanish: spanish, Polish: polish };
