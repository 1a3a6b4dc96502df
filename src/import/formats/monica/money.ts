// Monica keeps sums as whole numbers of the currency's smallest unit; without a currency as hundredths.

/** Digits behind the point where they are not two (ISO 4217). `Intl` has those in daily use, which differ: HUF, COP. */
const DIGITS: Record<string, number> = {
  ...all(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...all(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...all(4, 'CLF UYW'),
};

function all(digits: number, currencies: string): Record<string, number> {
  return Object.fromEntries(currencies.split(' ').map((currency) => [currency, digits]));
}

/** Those that have the same number in every Monica, in its order; what follows depends on the age of the server. */
const FIRST = 'CAD USD GBP EUR RUB ZAR DKK INR BRL'.split(' ');

/** The currency of a number where that is certain. */
export const currencyOfNumber = (number: string): string | undefined => FIRST[Number(number) - 1];

/** `25.5 USD`; without a currency the bare sum. */
export function moneyInWords(stored: string, currency: string | undefined): string {
  const sum = String(Number(stored) / 10 ** (DIGITS[currency ?? ''] ?? 2));
  return currency ? `${sum} ${currency}` : sum;
}
