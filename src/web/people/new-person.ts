/** Initial fields of a new person. */
export interface NewPerson {
  full_name?: string;
  contact_emails?: { email: string }[];
  contact_phone_numbers?: { phone_number: string }[];
}

const EMAIL = /[^\s<>,;"()]+@[^\s<>,;"()]+\.[^\s<>,;"()]+/;
const PHONE = /^\+?[\d\s().-]{6,}$/;

/** Reads the fields of a new person. A pasted name may contain an email address and a phone number. */
export function readNewPerson(fields: URLSearchParams): NewPerson {
  const [typedName = '', typedEmail = '', typedPhone = ''] = ['name', 'email', 'phone'].map((name) =>
    (fields.get(name) ?? '').trim(),
  );
  const found = typedEmail === '' ? EMAIL.exec(typedName)?.[0] : undefined;
  const rest = found === undefined ? typedName : typedName.replace(found, '').replace(/<\s*>|\(\s*\)/, '');
  const parts = rest.split(/[,;\n]/).map((part) => part.trim());
  const number = typedPhone === '' ? parts.find((part) => PHONE.test(part)) : undefined;
  const isSplit = found !== undefined || number !== undefined;
  const name = isSplit ? parts.filter((part) => part !== '' && part !== number).join(', ') : typedName;
  const [email, phone] = [typedEmail || found, typedPhone || number];
  return {
    ...(name && { full_name: name }),
    ...(email && { contact_emails: [{ email }] }),
    ...(phone && { contact_phone_numbers: [{ phone_number: phone }] }),
  };
}
