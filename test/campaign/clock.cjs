// Loaded into a service before its own code: its wall clock is off by so many milliseconds, and by the next number at
// each SIGUSR2, as when somebody sets the machine's clock.
const steps = process.env.KITH_CAMPAIGN_CLOCK.split(',').map(Number);
const Real = Date;
let off = steps.shift();
process.on('SIGUSR2', () => {
  off = steps.shift() ?? 0;
});
const now = () => Real.now() + off;
globalThis.Date = new Proxy(Real, {
  construct: (target, args, called) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], called === globalThis.Date ? target : called),
  get: (target, name) => (name === 'now' ? now : target[name]),
});
