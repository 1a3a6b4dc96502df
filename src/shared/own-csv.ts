/** The first columns of the table that kith writes, by which it knows its own again: those of Google, in another order. */
export const OWN_CSV_COLUMNS = [
  ...['Name', 'First Name', 'Last Name', 'Organization Name', 'Organization Title', 'Birthday', 'Location'],
  ...['Notes', 'Photo', 'Labels'],
];
