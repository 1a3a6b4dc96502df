import type { Person } from '../person.ts';
import { acquaintances } from './acquaintances.ts';
import { africa, middleEast } from './africaAndMiddleEast.ts';
import { latinAmerica, northAmerica } from './americas.ts';
import { circles } from './circles.ts';
import { eastAsia, oceania } from './eastAsiaAndOceania.ts';
import { northernAndEasternEurope, westernEurope } from './europe.ts';
import { family } from './family.ts';
import { london } from './london.ts';
import { duplicates, lookalikes } from './pairs.ts';
import { southAsia, southeastAsia } from './southAndSoutheastAsia.ts';

export const people: readonly Person[] = [
  ...family,
  ...london,
  ...circles,
  ...northAmerica,
  ...latinAmerica,
  ...westernEurope,
  ...northernAndEasternEurope,
  ...africa,
  ...middleEast,
  ...southAsia,
  ...southeastAsia,
  ...eastAsia,
  ...oceania,
  ...acquaintances,
  ...lookalikes.flat(),
  ...duplicates.map(([first]) => first),
  ...duplicates.map(([, second]) => second),
];
