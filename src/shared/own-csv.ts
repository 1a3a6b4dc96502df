/**
 * The first columns of the table that kith exports. They are Google's in another order, which identifies kith's own
 * files.
 */
export const OWN_CSV_COLUMNS = [
  ...['Name', 'First Name', 'Last Name', 'Organization Name', 'Organization Title', 'Birthday', 'Location'],
  ...['Notes', 'Photo', 'Labels'],
];
