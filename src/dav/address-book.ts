export type * from '../shared/cards/address-book.ts';
