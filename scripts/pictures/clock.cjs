// Preloaded into kith: its time starts on the first Friday of a month, when the sample calendar has a lunch.
const Real = Date;
const ahead = Date.parse('2026-12-04T07:00:00Z') - Real.now();
const now = () => Real.now() + ahead;
globalThis.Date = new Proxy(Real, {
  construct: (target, args, called) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], called === globalThis.Date ? target : called),
  get: (target, name) => (name === 'now' ? now : target[name]),
});
