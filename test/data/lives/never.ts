import { pick } from '../duplicates/people.ts';
import { ask, askedName, askIn, draw, type LifeContext } from './context.ts';
import { inTongues, TONGUES } from './language.ts';

/** Events that never happened. */
export const ABSENT = [
  'When did {N} go skydiving?/Wann war {N} Fallschirmspringen?/¿Cuándo hizo {N} paracaidismo?',
  'Which crocodile does {N} keep?/Welches Krokodil hält {N}?/¿Qué cocodrilo tiene {N}?',
  'When did {N} climb Everest?/Wann bestieg {N} den Everest?/¿Cuándo escaló {N} el Everest?',
  'What did {N} say about quantum computing?/Was sagte {N} über Quantencomputer?/¿Qué dijo {N} de la computación cuántica?',
  'Which knighthood did {N} receive?/Welchen Ritterschlag bekam {N}?/¿Qué título de caballero recibió {N}?',
  'How was the kidney transplant of {N}?/Wie lief die Nierentransplantation von {N}?/¿Cómo fue el trasplante de riñón de {N}?',
  'Which zeppelin did {N} rent?/Welchen Zeppelin hat {N} gemietet?/¿Qué zepelín alquiló {N}?',
  'When was {N} arrested for smuggling?/Wann wurde {N} wegen Schmuggels verhaftet?/¿Cuándo detuvieron a {N} por contrabando?',
  'Where did {N} bury the treasure?/Wo hat {N} den Schatz vergraben?/¿Dónde enterró {N} el tesoro?',
  'Which submarine did {N} command?/Welches U-Boot befehligte {N}?/¿Qué submarino comandó {N}?',
  'When did {N} run for parliament?/Wann kandidierte {N} fürs Parlament?/¿Cuándo se presentó {N} al parlamento?',
  'What was the score of the cricket final with {N}?/Wie ging das Cricketfinale mit {N} aus?/¿Cómo quedó la final de críquet con {N}?',
].map(inTongues);

/** Names that no person has, nor similar ones. */
export const STRANGERS = [
  'Zebedee Quackenbush',
  'Thaddäus Wimpelfink',
  'Eustaquio Bermejillo',
  'Xanthippe Oyelaran',
  'Ulrike Zwetkoff-Prym',
  'Ngozi Adeyemi',
  'Balthasar Uhrwerk',
  'Remedios Cascajosa',
];

/** Known people with unknown facts, events that never happened, and unknown people: 30 in all. */
export function neverHappened(scene: LifeContext): string[] {
  const { random, people, facts, kinds } = scene;
  const anyone = () => people[Math.floor(random() ** 2 * people.length)]!;
  const unknownFact = () => {
    const person = anyone();
    const kind = pick(random, kinds);
    const sameName = (given: string) => given === person.name.given.text;
    if (facts.some((fact) => fact.kind === kind && sameName(fact.person.name.given.text))) return undefined;
    const { tongue } = person;
    const name = askedName(random, person, people);
    const v = pick(random, kind.values)[tongue];
    return ask(scene, pick(random, kind.frames[tongue].ask), { tongue, name, gender: person.name.gender, v });
  };
  const absent = () => {
    const person = anyone();
    return askIn(scene, pick(random, scene.half(ABSENT)), person.tongue, () => ({
      name: askedName(random, person, people),
    }));
  };
  const stranger = () => {
    const tongue = pick(random, TONGUES);
    const kind = pick(random, kinds);
    const slots = { tongue, name: pick(random, scene.half(STRANGERS)), v: pick(random, kind.values)[tongue] };
    return ask(scene, pick(random, kind.frames[tongue].ask), slots);
  };
  return [...draw(12, unknownFact), ...draw(10, absent), ...draw(8, stranger)];
}
