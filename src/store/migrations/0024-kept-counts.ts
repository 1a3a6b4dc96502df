import type { ColumnTypes } from './types.ts';

/**
 * How many contacts there are, with each tag, in each group and at each company, archived ones aside: kept as contacts
 * change, so that nobody counts them again. They hold while `counted` is the number of the last change: a kith that does
 * not know of them yet counts that up alone.
 *
 * And whether a contact has notes, with an index of those that have none, from which a page is read in its order.
 */
export const keptCounts = ({ engine, strict }: ColumnTypes): string[] => [
  `create table kept_counts (
    user_id text not null references users (user_id) on delete cascade,
    kind text not null, name text not null, contacts integer not null,
    primary key (user_id, kind, name)
  ) ${strict}`,
  `insert into kept_counts (user_id, kind, name, contacts)
    select user_id, 'all', '', count(*) from contacts where is_archived = 0 group by user_id
    union all
    select user_id, kind, name, count(*) from (
      select user_id,
        case when length(folded_company) > 200 then 'long company' else 'company' end as kind,
        case when length(folded_company) > 200 then '' else folded_company end as name
      from contacts where is_archived = 0 and folded_company <> ''
    ) as companies group by user_id, kind, name
    union all
    select link.user_id, 'tag', link.tag_id, count(*) from tags_contacts as link
      join contacts on contacts.user_id = link.user_id and contacts.id = link.contact_id
      where contacts.is_archived = 0 group by link.user_id, link.tag_id
    union all
    select link.user_id, 'group', link.group_id, count(*) from groups_contacts as link
      join contacts on contacts.user_id = link.user_id and contacts.id = link.contact_id
      where contacts.is_archived = 0 group by link.user_id, link.group_id`,
  'alter table card_counters add column counted integer',
  'update card_counters set counted = change',

  'alter table contacts add column has_notes integer not null default 0',
  `update contacts set has_notes = 1 where exists (
    select 1 from timeline_items_contacts as link
      where link.user_id = contacts.user_id and link.contact_id = contacts.id
  )`,
  'create index contacts_without_notes on contacts (user_id, is_archived, created_at, id) where has_notes = 0',
  // See migration 9: the view has the columns of its time.
  ...(engine === 'sqlite'
    ? []
    : [
        `create or replace view contacts_found as select * from contacts
          where user_id = nullif(current_setting('app.user_id', true), '')`,
      ]),
];
