import { type InTongues, inTongues } from './language.ts';

/** Groups, named as their members would, and how a question refers to them. */
export const GROUPS: [name: string, ask: string][] = [
  ['Choir', 'who sings with me on Wednesdays in the choir?'],
  ['Chor', 'wer singt im Chor?'],
  ['Running club', 'who is in my running club?'],
  ['Buchclub', 'wer liest im Buchclub mit?'],
  ['Senderismo', '¿quién viene al grupo de senderismo?'],
  ['Kita-Eltern', 'welche Eltern kenne ich aus der Kita?'],
  ['Poker night', 'who comes to poker night?'],
  ['Compañeros de yoga', '¿quién está en el grupo de yoga?'],
];

export const TAGS = ['friend', 'Familie', 'trabajo', 'uni', 'client', 'Nachbarn', 'vecino del pueblo', 'mentor'];

/** Job titles and the problems they help with. */
export const TRADES: { title: InTongues; need: InTongues }[] = (
  [
    [
      'Plumber/Klempner/Fontanera',
      'who can help with a leaking tap?/wer kann einen tropfenden Wasserhahn reparieren?/¿quién me arregla un grifo que gotea?',
    ],
    [
      'Electrician/Elektrikerin/Electricista',
      'the fuse keeps blowing, whom do I call?/die Sicherung fliegt raus, wen rufe ich an?/se va la luz todo el rato, ¿a quién llamo?',
    ],
    [
      'Veterinarian/Tierärztin/Veterinario',
      'my cat is sick, who could look at her?/meine Katze ist krank, wer kann helfen?/mi gato está enfermo, ¿quién puede verlo?',
    ],
    [
      'Tax advisor/Steuerberater/Asesora fiscal',
      'who knows about tax returns?/wer kennt sich mit der Steuererklärung aus?/¿quién sabe de impuestos?',
    ],
    [
      'Pediatrician/Kinderarzt/Pediatra',
      'which doctor for children do I know?/welchen Arzt für Kinder kenne ich?/¿qué médico de niños conozco?',
    ],
    [
      'Locksmith/Schlosser/Cerrajero',
      "I'm locked out, who can help?/ich habe mich ausgesperrt, wer hilft?/me quedé fuera de casa, ¿quién abre?",
    ],
    [
      'Attorney/Anwältin/Abogado',
      'I need a lawyer, whom do I know?/ich brauche rechtlichen Rat, wen kenne ich?/necesito consejo legal, ¿a quién conozco?',
    ],
    [
      'Gardener/Gärtnerin/Jardinero',
      'who could cut the hedge?/wer könnte die Hecke schneiden?/¿quién puede podar el seto?',
    ],
    [
      'Photographer/Fotograf/Fotógrafa',
      'who takes pictures at weddings?/wer macht Hochzeitsbilder?/¿quién hace fotos de boda?',
    ],
    [
      'Car mechanic/Automechaniker/Mecánica',
      'my car makes strange noises, who can have a look?/mein Auto macht Geräusche, wer schaut mal drauf?/el coche hace ruido, ¿quién lo mira?',
    ],
    [
      'Translator/Übersetzerin/Traductora',
      'who translates contracts?/wer übersetzt Verträge?/¿quién traduce contratos?',
    ],
    [
      'Dentist/Zahnarzt/Dentista',
      'my tooth hurts, which dentist do I know?/mein Zahn tut weh, welchen Zahnarzt kenne ich?/me duele una muela, ¿qué dentista conozco?',
    ],
  ] as const
).map(([title, need]) => ({ title: inTongues(title), need: inTongues(need) }));

/** All other job titles. */
export const TITLES =
  'Engineer/Ingenieurin/Ingeniera|Designer/Designerin/Diseñador|Teacher/Lehrer/Profesora|Product manager/Produktmanager/Jefa de producto|Nurse/Krankenpfleger/Enfermera|Analyst/Analystin/Analista|Journalist/Journalistin/Periodista|Architect/Architekt/Arquitecta|Student/Studentin/Estudiante|Sales director/Vertriebsleiter/Directora de ventas'
    .split('|')
    .map(inTongues);

export const COMPANIES =
  'Siemens Bosch Airbus Ikea Philips Novartis Spotify Zalando Telefónica Nokia Globex Initech Hooli Vandelay Borealis Lindenhof Tramontana Quarzwerk Fernweh Albatros'.split(
    ' ',
  );

export const CITIES =
  'Leeds/Leeds/Leeds|Lisbon/Lissabon/Lisboa|Munich/München/Múnich|Cologne/Köln/Colonia|Vienna/Wien/Viena|Seville/Sevilla/Sevilla|Geneva/Genf/Ginebra|London/London/Londres|Madrid|Warsaw/Warschau/Varsovia|Athens/Athen/Atenas|Bristol|Hamburg/Hamburg/Hamburgo|Granada|Graz'
    .split('|')
    .map(inTongues);

/** Sentences of a description, and questions for them in other words. */
export const DESCRIPTIONS: { tell: InTongues; ask: InTongues }[] = (
  [
    [
      'Met at the ceramics fair./Auf der Keramikmesse kennengelernt./Nos conocimos en la feria de cerámica.',
      'whom did I meet at the ceramics fair?/wen habe ich auf der Keramikmesse kennengelernt?/¿a quién conocí en la feria de cerámica?',
    ],
    [
      'Plays bass in a jazz band./Spielt Bass in einer Jazzband./Toca el bajo en una banda de jazz.',
      'which musician do I know who does jazz?/wen kenne ich, der Jazz macht?/¿qué músico de jazz conozco?',
    ],
    [
      'Former roommate from student days./Ehemals Mitbewohner im Studium./Compartimos piso de estudiantes.',
      'with whom did I share a flat at university?/mit wem habe ich im Studium zusammengewohnt?/¿con quién compartí piso en la universidad?',
    ],
    [
      'Restores wooden boats./Restauriert Holzboote./Restaura barcos de madera.',
      'who could repair an old sailing boat?/wer könnte ein altes Segelboot reparieren?/¿quién podría arreglar un velero viejo?',
    ],
    [
      'Sold us the house./Hat uns das Haus verkauft./Nos vendió la casa.',
      'who sold us the house?/von wem haben wir das Haus gekauft?/¿quién nos vendió la casa?',
    ],
    [
      'Kids go to the same kindergarten./Kinder im selben Kindergarten./Los niños van a la misma guardería.',
      'whose children are in the same nursery as mine?/wessen Kinder gehen mit meinen in die Kita?/¿los hijos de quién van a la misma guardería?',
    ],
    [
      'Speaks fluent Japanese, lived in Kyoto./Spricht fließend Japanisch, lebte in Kyoto./Habla japonés, vivió en Kioto.',
      'who could teach me some Japanese?/wer könnte mir Japanisch beibringen?/¿quién me puede enseñar japonés?',
    ],
    [
      'Grows apples and makes cider./Baut Äpfel an und macht Most./Cultiva manzanas y hace sidra.',
      'from whom can I get cider?/von wem bekomme ich Most?/¿quién hace sidra?',
    ],
    [
      'Sat next to me on the night train./Saß im Nachtzug neben mir./Iba a mi lado en el tren nocturno.',
      'who was it that I met on the train?/wen habe ich im Zug kennengelernt?/¿a quién conocí en el tren?',
    ],
    [
      'Runs a cinema for old movies./Betreibt ein Kino für alte Filme./Lleva un cine de películas antiguas.',
      'who has a movie theater?/wer hat ein eigenes Kino?/¿quién tiene un cine?',
    ],
    [
      'Taught me how to dive./Hat mir das Tauchen beigebracht./Me enseñó a bucear.',
      'who was my diving instructor?/wer war mein Tauchlehrer?/¿quién fue mi instructor de buceo?',
    ],
    [
      'Writes about climate for a newspaper./Schreibt für eine Zeitung über das Klima./Escribe sobre el clima en un periódico.',
      'which journalist writes about the climate?/wer berichtet in der Presse über das Klima?/¿qué periodista escribe sobre el clima?',
    ],
  ] as const
).map(([tell, ask]) => ({ tell: inTongues(tell), ask: inTongues(ask) }));

export const ALLERGIES =
  'celery/Sellerie/apio|bee stings/Bienenstiche/picaduras de abeja|latex/Latex/látex|mustard/Senf/mostaza'
    .split('|')
    .map(inTongues);
export const ALLERGY_ASK: InTongues = inTongues(
  'who has an allergy to {v}?/wer ist gegen {v} allergisch?/¿quién es alérgico a {v}?',
);

/** Reminders and questions for them. `{N}` is a name. */
export const REMINDERS: { text: InTongues; ask: InTongues; isTopic?: true }[] = (
  [
    [
      'Send {N} the photos of the hike/{N} die Fotos der Wanderung schicken/Mandarle a {N} las fotos de la excursión',
      'what did I promise to send {N}?/was wollte ich {N} schicken?/¿qué le prometí mandar a {N}?',
    ],
    [
      'Return the book to {N}/Buch an {N} zurückgeben/Devolverle el libro a {N}',
      'what do I have to bring back to {N}?/was muss ich {N} zurückbringen?/¿qué le tengo que devolver a {N}?',
    ],
    [
      'Call {N} about the insurance/{N} wegen der Versicherung anrufen/Llamar a {N} por el seguro',
      'when do I have to phone {N}?/wann muss ich mit {N} telefonieren?/¿cuándo tengo que telefonear a {N}?',
    ],
    [
      'Book a table for dinner with {N}/Tisch fürs Essen mit {N} reservieren/Reservar mesa para cenar con {N}',
      'what do I need to reserve for the evening with {N}?/was muss ich für den Abend mit {N} reservieren?/¿qué debo reservar para la cena con {N}?',
    ],
    [
      'Ask {N} about the result of the biopsy/{N} nach dem Ergebnis der Biopsie fragen/Preguntar a {N} por la biopsia',
      'what do I want to ask {N}?/was will ich {N} fragen?/¿qué quería preguntarle a {N}?',
      'topic',
    ],
    [
      'Buy flowers for the anniversary of {N}/Blumen zum Jubiläum von {N} kaufen/Comprar flores para el aniversario de {N}',
      'what am I supposed to buy for {N}?/was soll ich für {N} besorgen?/¿qué tengo que comprar para {N}?',
    ],
    [
      'Pay {N} the invoice for the fence/{N} die Rechnung für den Zaun bezahlen/Pagarle a {N} la factura de la valla',
      'which bill from {N} is open?/welche Rechnung von {N} ist offen?/¿qué cuenta de {N} está pendiente?',
    ],
    [
      'Pick up {N} at the airport/{N} vom Flughafen abholen/Recoger a {N} en el aeropuerto',
      'when does {N} land?/wann landet {N}?/¿cuándo aterriza {N}?',
    ],
  ] as const
).map(([text, ask, topic]) => ({
  text: inTongues(text),
  ask: inTongues(ask),
  ...(topic && { isTopic: true as const }),
}));
