/** A relation between two people, named from the side of the person described. */
export interface Relation {
  name: string;
  /** The relation of the other side, if it has a different name. */
  inverse?: string;
  female?: string;
  male?: string;
  either?: string;
  /** Ambiguous words, which count only next to a person's name. */
  besideName?: { female?: string; male?: string; either?: string };
}

/**
 * Relations in English, German, Spanish, French, and Italian. Each word occurs in only one list. See `concepts.ts` for
 * `~`.
 */
export const RELATIONS: readonly Relation[] = [
  {
    name: 'spouse',
    female: 'wife wives ehefrau gattin esposa épouse moglie',
    male: 'husband hubby ehemann gatte marido esposo époux marito',
    either: 'spouse spouses cónyuge conjoint conjointe coniuge',
    besideName: {
      female: 'frau mujer femme girlfriend freundin novia compagne compagna partnerin fidanzata lebensgefährtin',
      male: 'mann hombre mari boyfriend freund novio compagnon compagno fidanzato lebensgefährte',
      either: 'partner partners pareja partenaire',
    },
  },
  {
    name: 'fiancé',
    female: 'fiancée verlobte prometida',
    male: 'verlobter prometido',
    either: '',
  },
  {
    name: 'ex',
    female: 'ex-wife exfrau exmujer ex-femme ex-moglie',
    male: 'ex-husband exmann exmarido ex-mari ex-marito',
    either: 'ex',
  },
  {
    name: 'parent',
    inverse: 'child',
    female: 'mother mothers mum mom mama mutter mütter mutti madre madres ~mère mères maman mamma madri',
    male: 'father fathers dad daddy vater väter vati padre père pères papà papa padri',
    either: 'parent parents eltern elternteil genitore genitori',
    besideName: { either: 'padres' },
  },
  {
    name: 'child',
    inverse: 'parent',
    female: 'daughter daughters tochter töchter hija hijas fille filles figlia figlie',
    male: '~son sons sohn söhne hijo fils figlio',
    either: 'child children kid kids ~kind kinder hijos enfant enfants figli',
  },
  {
    name: 'sibling',
    female: 'sister sisters schwester schwestern hermana hermanas sœur sœurs sorella sorelle',
    male: 'brother brothers bruder brüder hermano frère frères fratello',
    either: 'sibling siblings geschwister hermanos fratelli',
  },
  {
    name: 'grandparent',
    inverse: 'grandchild',
    female: 'grandmother grandma granny großmutter oma omas abuela abuelas grand-mère mamie nonna nonne',
    male: 'grandfather grandpa granddad großvater opa opas abuelo grand-père papi nonno',
    either: 'grandparent grandparents großeltern abuelos grands-parents nonni',
  },
  {
    name: 'grandchild',
    inverse: 'grandparent',
    female: 'granddaughter granddaughters enkelin enkelinnen nieta nietas petite-fille',
    male: 'grandson grandsons enkelsohn nieto petit-fils',
    either: 'grandchild grandchildren grandkids enkel enkelkind enkelkinder nietos petits-enfants',
  },
  {
    name: 'uncle',
    inverse: 'nephew',
    female: 'aunt aunts auntie ~tante tanten tía tías tantes zia zie',
    male: 'uncle uncles onkel tío tíos oncle oncles zio zii',
  },
  {
    name: 'nephew',
    inverse: 'uncle',
    female: 'niece nieces nichte nichten sobrina sobrinas nièce nièces',
    male: 'nephew nephews neffe neffen sobrino neveu neveux',
    either: 'sobrinos nipote nipoti',
  },
  {
    name: 'cousin',
    female: 'cousine cousinen cousines ~prima primas cugina cugine',
    male: '~primo primos cugino vetter',
    either: 'cousin cousins cugini',
  },
  {
    name: 'parent-in-law',
    inverse: 'child-in-law',
    female: 'mother-in-law schwiegermutter suegra belle-mère suocera',
    male: 'father-in-law schwiegervater suegro beau-père suocero',
    either: 'in-laws schwiegereltern suegros beaux-parents suoceri',
  },
  {
    name: 'child-in-law',
    inverse: 'parent-in-law',
    female: 'daughter-in-law schwiegertochter nuera belle-fille nuora',
    male: 'son-in-law schwiegersohn yerno gendre genero',
  },
  {
    name: 'sibling-in-law',
    female: 'sister-in-law schwägerin cuñada belle-sœur cognata',
    male: 'brother-in-law schwager cuñado beau-frère cognato',
  },
  {
    name: 'godparent',
    inverse: 'godchild',
    female: 'godmother patentante taufpatin madrina marraine',
    male: 'godfather patenonkel taufpate padrino parrain',
    either: 'godparent godparents paten',
  },
  {
    name: 'godchild',
    inverse: 'godparent',
    female: 'goddaughter ahijada filleule figlioccia',
    male: 'godson ahijado filleul figlioccio',
    either: 'godchild godchildren patenkind patenkinder',
  },
  {
    name: 'boss',
    inverse: 'employee',
    female: 'chefin vorgesetzte jefa',
    male: 'vorgesetzter jefe',
    either: 'boss bosses supervisor supervisors ~patron patronne',
    besideName: { either: 'chef capo manager superior' },
  },
  {
    name: 'employee',
    inverse: 'boss',
    female: 'mitarbeiterin angestellte empleada impiegata',
    male: 'mitarbeiter angestellter empleado employé impiegato',
    either: 'employee employees empleados employés impiegati',
    besideName: { either: 'assistant assistantin assistent assistentin' },
  },
  {
    name: 'colleague',
    female: 'kollegin kolleginnen arbeitskollegin collega',
    male: 'kollege kollegen arbeitskollege',
    either: 'colleague colleagues coworker coworkers co-worker colega colegas collègue collègues colleghi colleghe',
  },
  {
    name: 'friend',
    female: 'freundinnen amiga amigas amie amies amica amiche',
    male: 'amigo ami amico',
    either: 'friend friends buddy buddies freunde amigos amis copain copine copains amici',
    besideName: { female: 'freundin', male: 'freund' },
  },
  {
    name: 'neighbor',
    female: 'nachbarin nachbarinnen vecina vecinas voisine voisines ~vicina',
    male: 'nachbar nachbarn vecino voisin ~vicino',
    either: 'neighbor neighbors neighbour neighbours vecinos voisins',
    besideName: { either: 'vicini' },
  },
  {
    name: 'roommate',
    female: 'mitbewohnerin',
    male: 'mitbewohner',
    either:
      'roommate roommates flatmate flatmates housemate housemates mitbewohnern colocataire colocataires coloc coinquilino coinquilina coinquilini',
  },
  {
    name: 'classmate',
    female: 'klassenkameradin mitschülerin compañera',
    male: 'klassenkamerad mitschüler compañero',
    either: 'classmate classmates schoolmate schoolmates camarade camarades',
  },
];
