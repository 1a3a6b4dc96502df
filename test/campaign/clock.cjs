// Preloaded into a service: shifts its wall clock by a number of milliseconds, and by the next number at each SIGUSR2,
// as if the system clock were set.
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
