// Links that call and write with the apps of the device.

const digitsOf = (number: string): string => number.replace(/[^+\d]/g, '');

export const callLink = (number: string): string => `tel:${digitsOf(number)}`;

export const textLink = (number: string): string => `sms:${digitsOf(number)}`;

export const mailLink = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
