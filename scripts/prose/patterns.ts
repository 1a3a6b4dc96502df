// Habits of sentences that a native reader would edit. They are a floor: a text without a hit may still read badly.

export type TextKind = 'docs' | 'comments' | 'tests' | 'strings' | 'commits';

export interface Pattern {
  pattern: RegExp;
  /** The replacement. */
  write: string;
  /** The kind of text that the pattern is for (default: all kinds). */
  only?: TextKind;
}

export const PATTERNS: readonly Pattern[] = [
  { pattern: /\b(is|are|was|were) told\b(?! (to|that|apart))/i, write: 'reports / shows / documents' },
  {
    pattern: /\b(test|tests|table|page|documents?|docs)\b( of [\w ]{1,30})? (says?|tells?|knows?|hears?)\b/i,
    write: 'describes / documents / checks',
  },
  { pattern: /\]\([^)]*\) (says|tells)\b/i, write: 'describes / explains / lists' },
  { pattern: /\bstands? (in|with|beside|behind|there)\b/i, write: 'is in / is described in / is linked to' },
  { pattern: /\b(lies|lie) in\b/i, write: 'is in / is stored in / is bundled into' },
  {
    pattern: /\b(goes?|go|went) (on|along) (with|there|from)\b|\bwent along\b|\bwent on\b/i,
    write: 'continues with / resumes from',
  },
  {
    pattern: /\bgoes? (as|behind|back as)\b|\bback it goes\b/i,
    write: 'is handled like / is appended to / is returned as',
  },
  {
    pattern: /\bcomes? (in by|in the version|once\b|right after|with a new)/i,
    write: 'import with / is returned in / appears once / is sent right after',
  },
  { pattern: /\b(is|are) (back|well) (by|at)\b/i, write: 'is restored with / passes its health check on' },
  {
    pattern: /\b(is|are|be) (taken|brought|given|had) back\b|\bbrought back\b/i,
    write: 'is undone / restored / echoed',
  },
  { pattern: /\bbr(oke|eaks?|oken) off\b/i, write: 'fails / is interrupted' },
  { pattern: /\b(is|are|was|were) (asked|looked) for\b/i, write: 'requests / requires / looks up' },
  {
    pattern: /\bthat (is|are|was|were) (asked for|taken|kept|seen|deleted|done|meant)\b|\bthat are not done\b/i,
    write: 'requested X / accepted X / stored X',
  },
  {
    pattern: /\b(is|are|was|were) (met|tried|run|done|read) (so|here|as one|as far)\b|\brun so\b|\bthey met\b/i,
    write: 'this way / tested / found',
  },
  { pattern: /\bfinds? out who\b/i, write: 'authenticates / identifies' },
  { pattern: /\bmay come in\b|\bcome in by\b/i, write: 'is allowed / use X to import' },
  {
    pattern: /\bheld to\b|\b(what is|tests? that) holds?\b|\bis held\b/i,
    write: 'tested against / that cover / retained',
  },
  { pattern: /\bgive (it|them) to the\b|\bis given kith\b/i, write: 'import it in / connect X to kith' },
  { pattern: /\bcannot be followed\b|\bis not followed\b/i, write: "can't follow X / kith doesn't follow X" },
  { pattern: /\bis warned of\b/i, write: 'warns about' },
  { pattern: /\bin so many words\b/i, write: 'explicitly' },
  { pattern: /\bso many (days|times|hours|words)\b/i, write: 'N days / `count` times' },
  { pattern: /\bonce in a while\b/i, write: 'at most once every N minutes' },
  { pattern: /\bby the clocks?\b/i, write: 'on schedule / in the X time zone' },
  { pattern: /\banew\b/i, write: 'again' },
  { pattern: /\bmeanwhile\b/i, write: 'in the meantime / concurrently / by then' },
  { pattern: /\b(here|machine|forms|part|terminal) alone\b/i, write: 'only here / only on X / only X' },
  { pattern: /\bat hand\b/i, write: 'available / shown' },
  { pattern: /\b(no more when|offered no more)\b/i, write: 'no longer' },
  { pattern: /\b(all|and) else\b|\ball that went\b/i, write: 'everything else / and its data' },
  { pattern: /\b(one's|its|their) own and\b|\bof one's own\b/i, write: 'your own / self-hosted' },
  { pattern: /\bthe own\b/i, write: "the user's own / its own" },
  { pattern: /\b[Ss]omebody\b/, write: 'someone / a user / a contact' },
  { pattern: /\b[Ww]hoever\b|\b[Ww]hatever (can|is|has)\b/i, write: 'the administrator / anyone who / any job that' },
  {
    pattern: /\b[Nn]obody (knows|trusts|here)\b|\bsigns nobody in\b/i,
    write: 'is unknown / untrusted / no user / rejects',
  },
  { pattern: /\bin their (order|sizes)\b/i, write: 'in order / with the declared sizes' },
  {
    pattern: /\ba text of\b|\b(holds|of) a text\b|\bhostile texts?\b/i,
    write: 'string / user-written text / malicious input',
  },
  {
    pattern: /\b(form|page|bench|tests?|workflow|documents) of (?!the following|filename)(the |a )?[a-z]+\b/i,
    write: 'the X page / X tests / X workflow',
  },
  {
    pattern: /\b(app|contact|error|settings|PIN|words|column|memory) of (a|the|this)\b|\balternatives of\b/i,
    write: "a phone's app / a protocol error",
  },
  { pattern: /\b(its|their) first on\b|\bas from its\b/i, write: 'from its first occurrence' },
  { pattern: /\bbehind (a(?! proxy)|the|it|`)/i, write: 'after / following' },
  { pattern: /\bunder (this|the|that) address\b/i, write: 'at this address' },
  {
    pattern: /\bby (a (one-time link|button)|undo|clicking|address)\b/i,
    write: 'with a one-time link / with Undo / by URL',
  },
  {
    pattern:
      /(^|[.;:] )Where (a|several|one|there|it|much)\b|\bwhere (one|much|some|it|they|there) (is|are|was|were)\b/,
    write: 'when / if',
  },
  { pattern: /\b(the|these) pages\b/i, write: 'the web app' },
  {
    pattern: /\b(the|this|a) machine (that|on which)\b|\bthis machine\b/i,
    write: 'the server / localhost / this computer',
  },
  { pattern: /\b(whole JSON|is whole|and whole)\b/i, write: 'complete / intact' },
  { pattern: /\bcut off\b/i, write: 'truncated / interrupted' },
  { pattern: /\bbench\b(?! --)/i, write: 'benchmark' },
  {
    pattern: /\b(common forge|ways in|this kith|vanishes)\b/i,
    write: 'GitHub / ways to sign in / this server / is removed',
  },
  { pattern: /\be-mails?\b/i, write: 'email' },
  {
    pattern: /\baddress (at which|to which|that it is)\b|\bto which address\b|\bsend(s)? (people )?back\b/i,
    write: 'URL / redirect URL / redirects',
  },
  { pattern: /\bin brackets\b/i, write: 'in parentheses' },
  { pattern: /\b(not|is|are) set (yet|here)\b/i, write: 'not configured / not set up yet' },
  { pattern: /\d %/i, write: 'N%' },
  { pattern: /\b\d+ (thousand|hundred)\b|\ba hundred\b/i, write: '100,000 / 100' },
  {
    pattern:
      /(^|[.;:] |, and |, with |; )([Ww]hat|[Ww]hose|[Ww]ho) (is|was|are|has|had|may|can|cannot|others|answer|they|a|an|every|the|follows|secret|ran|bulk)\b(?![^.]*\?)/,
    write: 'name the thing',
  },
  {
    pattern: /^(what|whose|who|of|everything|wherever|by|to|from|none|it|those|the same)\b/,
    write: 'present-tense verb: reports, rejects, restores',
    only: 'tests',
  },
  {
    pattern: /^(Without what|Instead of the|Where \w+ (stand|look)s?|The words that|Whose|With it)\b/,
    write: 'start with a verb or a noun naming the value',
    only: 'comments',
  },
  {
    pattern: /^(An?|The|What|Whatever|Who\w*|Somebody|Each|Every|Two|Counts?|Tests?|Commands?|Hard)\b|;|^.{73,}/,
    write: 'imperative, one claim, no ";", 72 characters at most',
    only: 'commits',
  },
];
