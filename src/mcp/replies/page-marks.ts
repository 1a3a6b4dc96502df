type Fields = Record<string, unknown>;

const MORE = 'count is of this page alone';

/** Marks a page that has a next one, because its `count` looks like a total. */
export function withPageMarked(reply: Fields): Fields {
  const pagination = reply.pagination as Fields | undefined;
  return pagination?.nextCursor ? { ...reply, pagination: { ...pagination, more: MORE } } : reply;
}
