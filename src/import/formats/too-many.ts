import { KithError } from '../../shared/error.ts';

export const tooMany = (max: number): KithError =>
  new KithError('PayloadTooLarge', `The file holds more than ${max.toLocaleString('en-US')} entries.`);
