// Synonyms for the words in tool descriptions. Each line is a meaning: tool names and descriptions use the words before
// the colon, users the words after it. A word can be in several lines.
const MEANINGS = `
create add set: make new save put enter register start insert store
note: write jot record log journal memo wrote written
contact people person: friend colleague somebody someone buddy acquaintance neighbour client customer folks entry
update change: edit modify correct fix adjust alter amend mark set
rename: call
delete remove: erase drop discard destroy throw rid clear trash wipe
trash: recycle bin wastebasket deleted
restore undo trash: undelete recover bring revert rollback unmerge deleted lost
undo: separate split back wrong mistake
list show: view see display browse what which
search find: look lookup query grep where mention said say tell told
get open: read whole detail show full
merge combine: join unite consolidate deduplicate dedupe same one fuse
duplicate: twice two double dedupe deduplicate same copy
count: many number total size biggest
related relation: relationship family relative spouse wife husband mother father parent child son daughter brother sister sibling partner married kin
keep touch frequency: cadence contact often reach stay catch
seen: met saw visit last
reminder due: todo task alarm ping remember deadline follow overdue remind do
complete: done tick finish check
recurring recurrence repeat: every weekly monthly yearly daily
postpone due: snooze delay later defer
snooze: hide later
calendar event meeting: appointment schedule lunch dinner agenda booking invite diary busy
email mail: inbox message letter thread
tag: label mark category keyword
group: circle list club team folder
favorite: pin star bookmark unpin top
view saved: search filter query smart
custom field: attribute property extra column size diet
share link: publish public token invite
birthday: born age party celebrate
phone: mobile cell call telephone number landline
address: street city postal live lives home where place moved zip
near place: nearby around close city radius distance town visit within
timeline history: interaction everything happened activity between
briefing: today week ahead upcoming digest overview summary matters coming prepare
account: login logged user profile key
connected account: google gmail outlook microsoft office provider oauth
archive: hide inactive unhide
star starred: important vip priority
company job: work employer works profession occupation title
photo image: picture avatar
order ranking reorder: sort first main position top primary move
bulk many: several list all batch multiple import mass
service: up health alive ping status
free time: available availability slot busy
respond: accept decline rsvp tentative answer
`;

/** The description's words for each of the user's words. */
export const SYNONYMS: readonly (readonly [meant: string, said: string])[] = MEANINGS.trim()
  .split('\n')
  .map((line) => line.split(': ') as [string, string]);
