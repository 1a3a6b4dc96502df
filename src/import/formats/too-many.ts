import { KithError } from '../../shared/error.ts';

export const tooMany = (max: number): KithError =>
  new KithError('PayloadTooLarge', `The file contains more than ${max.toLocaleString('en-US')} entries.`);
