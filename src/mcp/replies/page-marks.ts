type Fields = Record<string, unknown>;

const MORE = 'count is of this page alone';

/** A reply whose page says so where others follow: its `count` reads like a total. */
export function withPageMarked(reply: Fields): Fields {
  const pagination = reply.pagination as Fields | undefined;
  return pagination?.nextCursor ? { ...reply, pagination: { ...pagination, more: MORE } } : reply;
}
