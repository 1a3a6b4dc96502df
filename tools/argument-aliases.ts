import type { ToolName } from '../src/contract/operations.ts';

// Words that models and people use for a field if they do not know its name, collected from rejected calls. An error names the
// first field of this table with the word that the operation has. Words are in lower case, without separators.

const words = (list: string): readonly string[] => list.trim().split(/\s+/);

const PEOPLE =
  'contactids contactid contact contacts contactname contactnames people person persons who with attendees participants members';
const NAMES = 'name title label called';

/** Words by field: an argument, or a field inside one. */
export const ARGUMENT_ALIASES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    // People and records.
    contactId: `${PEOPLE} name fullname email phone source id mergeid survivorid`,
    survivorIds:
      'primarycontactid primaryid primary survivorid survivor targetid keep destinationid winner master into',
    contactIds: `${PEOPLE} ids duplicates duplicateids sourceid sourceids merge`,
    timeline_items_contacts: PEOPLE,
    reminders_contacts: `${PEOPLE} about`,
    contact_id: 'contactid contact person who id name fullname email',
    destination: 'contactid contact to other otherid relatedto name id with',
    groupId: 'group groupname name id target',
    groupIds: 'groups groupid ids',
    sourceGroupIds: 'groups groupids sources from merge',
    tagId: 'tag tagname id name',
    tagIds: 'tag tags tagid tagname tagnames labels label names name',
    viewId: 'view viewname name id',
    noteId: 'note id',
    reminderId: 'reminder id',
    favoriteId: 'favorite id contactid',
    favoriteIds: 'favorites ids contactids',
    customFieldId: 'customfield field fieldname fieldid id',
    custom_field_id: 'customfield field fieldname fieldid name id',
    eventId: 'event id',
    emailId: 'email emailaddress address id',
    phoneId: 'phone phonenumber number id',
    addressId: 'address id',
    meeting_type_id: 'meetingtypeid typeid',
    includeMeetingTypeId: 'meetingtype meetingtypeid type',
    // Contacts.
    full_name: 'name fullname displayname contactname',
    first_name: 'firstname givenname forename',
    last_name: 'lastname surname familyname',
    job_title: 'title jobtitle job role position occupation',
    company: 'organization organisation org employer work workplace companyname',
    legacy_location: 'location city town place livesin home hometown',
    add_emails: 'email emails emailaddress mail addemail contactemails newemail',
    remove_emails: 'removeemail deleteemail deleteemails',
    contact_emails: 'email emails emailaddress emailaddresses mail',
    add_phones: 'phone phones phonenumber phonenumbers mobile tel addphone newphone',
    remove_phones: 'removephone deletephone deletephones',
    contact_phone_numbers: 'phone phones phonenumber phonenumbers mobile tel telephone',
    legacy_contact_addresses: 'address addresses postaladdress street homeaddress',
    tags_contacts: 'tag tags tagids tagid labels addtags addtag removetags settags tagnames',
    groups_contacts: `group groups groupids groupid addtogroup ${PEOPLE}`,
    related_contacts:
      'relations relation relationship relationships related relatives family spouse wife husband partner mother father parent child son daughter brother sister sibling',
    custom_fields: 'customfields customfield fields contactid field value values',
    starred: 'isstarred star favorite favourite isfavorite important',
    is_archived: 'archived archive hidden hide',
    archived: 'isarchived',
    frequency: 'keepintouch cadence contactfrequency every interval reminderfrequency remindevery',
    last_seen_now: 'seen justmet met',
    snooze_days: 'snooze snoozefor',
    birthday: 'birthdate dob dateofbirth bday born birthdaymonth birthmonth',
    description: 'about bio summary notes details comment',
    location: 'city country address place town legacylocation',
    email: 'emailaddress address mail value',
    emails: 'email emailaddresses addresses',
    phone_number: 'phone number phonenumber tel mobile value',
    source_contact: 'relationship relation role type kind',
    destination_contact: 'reverserelationship theirrole',
    formatted: 'address fulladdress text',
    postal_code: 'zip zipcode postcode plz postal',
    region: 'state province county',
    address_type: 'type kind label',
    label: 'type kind',
    append: 'add added adding',
    remove: 'delete removed',
    replace: 'set all',
    // Conditions.
    last_seen_at:
      'lastseen lastseenbefore lastseenafter notseensince lastcontact lastcontacted lastcontactedat lastmet seenbefore',
    next_reminder_at: 'nextreminder due overdue snoozeuntil',
    name: `${NAMES} fullname text tag group field`,
    has_email: 'email hasemails',
    any: 'in ids or names anyof tags groups tagids groupids',
    all: 'and allof every',
    none: 'notin not without exclude noneof',
    gte: 'gt after from since min start ge',
    lte: 'lt before to until max end le',
    operator: 'op operation condition comparison',
    id: 'name customfieldid fieldid field',
    value: 'text textvalue equals',
    where: 'filter filters conditions condition query criteria',
    filters: 'where filter conditions query',
    near: 'nearby place around',
    latitude: 'lat',
    longitude: 'lng lon long',
    radius_km: 'radius distance within km',
    // Finding.
    createdAfter: 'createdat createdsince writtensince writtenafter addedsince addedafter',
    createdBefore: 'writtenbefore writtenuntil addedbefore',
    startDate: 'start from since after date begin fromdate datefrom timemin',
    endDate: 'end to until before todate dateto timemax',
    dueAfter: 'after from since start startdate',
    dueBefore: 'before to until end enddate due by',
    dateRange: 'date day range dates period when startdate enddate from to since until days week month',
    searchQuery:
      'query q search searchterm searchtext term text keyword keywords name fullname words contains from sender to subject email phone',
    start: 'from since after startdate begin date timemin',
    end: 'to until before enddate timemax',
    take: 'limit count pagesize perpage max maxresults size first top rows n number',
    limit: 'take count pagesize perpage max maxresults size rows n',
    cursor: 'page nextcursor pagetoken offset after next',
    sort: 'sortby orderby ordering',
    order: 'direction sortorder sortdirection',
    select: 'fields columns properties attributes',
    include: 'with expand embed fields',
    isComplete: 'completed complete done status open pending iscompleted',
    isOverdue: 'overdue late',
    day: 'date today start from when datefrom startdate',
    days: 'window range period number',
    confidence: 'minconfidence threshold certainty level',
    folder: 'mailbox label',
    // Notes, reminders and events.
    note: 'text content body message notes description summary details title',
    event_time: 'date when time datetime at occurredat happenedat notedate eventdate timestamp',
    meeting_type: 'type kind channel category meeting notetype',
    sources: 'types type kinds kind',
    kind: 'type what',
    response: 'status answer reply rsvp',
    duration_minutes: 'duration minutes length',
    notes: 'items rows entries',
    calendars: 'ids calendarids calendarid selection',
    text: 'title note content body message description subject name what',
    due_at_date: 'date due duedate deadline when day on remindon',
    due_at_time: 'time dueat duetime datetime remindat at',
    is_complete: 'completed complete done status finished iscompleted',
    recurrence: 'repeat repeats recurring every frequency interval rrule schedule',
    summary: `${NAMES} subject text`,
    start_datetime: 'start starttime startat startsat from begin when date time datetime',
    end_datetime: 'end endtime endat endsat to until',
    start_date: 'startday',
    end_date: 'endday',
    time_zone: 'timezone tz zone',
    attendees: 'guests guest invitees participants people contacts contactids contactid with who',
    send_invitations: 'invite sendinvites notify notifyattendees sendupdates',
    add_conference: 'conference meet videocall video online',
    account_email: 'account calendar calendarid accountid',
    // The rest.
    finalName: 'name newname',
    names: 'tags name labels',
    text_value: 'value text',
    field_type: 'type kind fieldtype',
    categories: 'options choices values items',
    parent_id: 'parent parentgroup parentid parentgroupid in',
    favorites: 'contactids contactid contacts groupids groupid viewids viewid ids items',
    updates: 'contacts changes favorites fields customfields order rows items data contactid contactids ids',
    contacts: 'people rows items updates data entries',
    data: 'fields changes values update',
    expires_at: 'expires expiry expiration until expiresin',
    ranking: 'position rank index order place',
  }).map(([field, said]) => [field, words(said)]),
);

/** Both ends of a time range, and words for the whole range. */
export const RANGES = [
  ['startDate', 'endDate'],
  ['dueAfter', 'dueBefore'],
  ['start', 'end'],
  ['gte', 'lte'],
] as const;
export const RANGE_ALIASES = words('daterange dates range period between timerange timeframe duedaterange');

const CONDITIONS =
  '{"company": "Acme", "tags": {"any": ["VIP"]}, "last_seen_at": {"lte": "2026-05-01"}, "starred": true}';

/** Examples for fields whose form does not explain them, by name. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  where: `one object of conditions that must all match, such as ${CONDITIONS}`,
  filters: `one object of conditions that must all match, such as ${CONDITIONS}`,
  contacts: '[{"full_name": "…", "company": "…", "contact_emails": [{"email": "…"}]}]',
  notes: '[{"note": "…", "timeline_items_contacts": [{"contact_id": "…"}]}]',
  or: '[{"company": "Acme"}, {"starred": true}], of which one must match',
};

/** Words, and the advice to give. */
export type Advice = readonly [said: string, instead: string];

const NO_FIELD: Advice = [
  'nickname middlename prefix suffix gender pronouns religion hobbies interests',
  'there is no such field; use description or a custom field',
];
const UNTAGGED: Advice = ['tags tag tagids', 'notes have no tags; use groupId for a group or contactId for a person'];
const BY_NAME = 'it lists all; instead of an id, tools accept the exact name too';

/** Advice for words that match no field of the operation. */
export const FIELD_ADVICE: Partial<Record<ToolName, readonly Advice[]>> = {
  list_contacts: [
    [
      'tag tags tagids group groups groupid groupids where filter filters conditions starred city location birthday has_email lastseenat lastseen company email phone',
      'filter_contacts takes conditions, such as where: {"tags": {"any": ["VIP"]}, "starred": true}',
    ],
  ],
  filter_contacts: [
    ['searchquery q search text term keyword', 'where.name finds part of a name; list_contacts takes searchQuery'],
  ],
  count_contacts: [['searchquery q search text term keyword', 'where.name finds part of a name']],
  create_contact: [
    ['note notes comment', 'use description for who this is, and create_note for an event or conversation'],
    NO_FIELD,
  ],
  update_contact: [
    ['note notes comment', 'use create_note for an event or conversation, and description for who this is'],
    NO_FIELD,
    [
      'address addresses street city postaladdress',
      'use add_contact_address for an address, or legacy_location for only a town',
    ],
    [
      'data fields changes contact updates',
      'put the fields beside contactId, such as {"contactId": "…", "company": "…"}',
    ],
  ],
  search_emails: [
    [
      'from to sender recipient contact contactid person with',
      'searchQuery takes names and addresses; dateRange {start, end} takes dates',
    ],
  ],
  create_note: [['tags tag groups', 'notes have none; tag_contacts tags their people']],
  search_notes: [UNTAGGED],
  count_notes: [UNTAGGED],
  list_calendar_events: [
    ['calendar calendars calendarid calendarids', 'select_calendars chooses which calendars count'],
  ],
  create_calendar_event: [
    ['duration durationminutes minutes length', 'use end_datetime for the end'],
    ['allday isallday', 'use start_date and end_date instead of times'],
  ],
  create_tag: [['names tags', 'use name for one tag; bulk_create_tags takes several names']],
  list_groups: [['query q search searchquery name', BY_NAME]],
  list_tags: [['query q search searchquery name', BY_NAME]],
  list_custom_fields: [['query q search searchquery name', BY_NAME]],
  list_views: [['query q search searchquery name', BY_NAME]],
};

const NEVER: readonly Advice[] = [
  ['isnull null exists never', 'use null instead of this object to find those without'],
];

const IN_CONDITIONS: readonly Advice[] = [
  ['neverseen notseen unseen', 'last_seen_at: null finds people who were never seen'],
  ['limit take sort order cursor include select', 'put it beside where, not inside it'],
  ['and all', 'all conditions of an object must match; use or: [{…}, {…}] if one of several must'],
  [
    'not none except exclude',
    'tags {none: […]}, groups {none: […]}, not_in: [contacts], and false for has_… and the flags',
  ],
];

/** Advice for words inside a field, by the name of that field. */
export const NESTED_FIELD_ADVICE: Readonly<Record<string, readonly Advice[]>> = {
  where: IN_CONDITIONS,
  filters: IN_CONDITIONS,
  or: IN_CONDITIONS,
  near: [['city town place address name location', 'near takes coordinates; where.location finds a town']],
  birthday: [['from to start end gte lte between', '{"month": 3} means the whole month; or: [{…}] joins several']],
  last_seen_at: NEVER,
  next_reminder_at: NEVER,
  first_met_at: NEVER,
  data: [
    ['addphones removephones', 'only update_contact takes it; use contact_phone_numbers for the whole list'],
    ['addemails removeemails', 'only update_contact takes it; use contact_emails for the whole list'],
    ['lastseennow', 'only update_contact takes it; use last_seen_at with a time'],
    ['snoozedays', 'only update_contact takes it; use next_reminder_at with a time'],
  ],
};

/** Words for a choice, by choice. Used only for fields that offer the choice. */
export const CHOICE_ALIASES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    meal: 'lunch dinner breakfast brunch restaurant',
    call: 'phone phonecall video videocall zoom',
    text: 'sms whatsapp message chat',
    coffee: 'tea drinks',
    party: 'wedding birthday',
    networking: 'conference event fair',
    email: 'mail',
    emails: 'email mail mails',
    notes: 'note',
    events: 'event calendar meetings',
    input: 'text string number',
    datepicker: 'date',
    autocomplete: 'list select choice multiselect tags dropdown',
    full_name: 'name fullname',
    last_seen_at: 'lastseen lastcontact',
    created_at: 'created newest date',
    updated_at: 'updated modified',
    eq: 'equals is equal',
    contains: 'like includes',
    present: 'exists isset notempty',
    absent: 'missing empty notexists isnull',
    gte: 'gt after greaterthan',
    lte: 'lt before lessthan',
    desc: 'descending newest',
    asc: 'ascending oldest',
    accepted: 'yes accept attending going ok',
    declined: 'no decline reject rejected refuse',
    tentative: 'maybe tentatively',
    skip: 'ignore omit',
    certain: 'high sure exact',
    likely: 'medium probable',
    possible: 'low all any',
  }).map(([choice, said]) => [choice, words(said)]),
);

/** Tools that return the ids of each kind of record. */
export const IDS_FROM: Readonly<Record<string, string>> = {
  contact: 'list_contacts',
  group: 'list_groups',
  tag: 'list_tags',
  'custom field': 'list_custom_fields',
  view: 'list_views',
  'meeting type': 'list_meeting_types',
  note: 'search_notes',
  reminder: 'list_reminders',
  favorite: 'list_favorites',
  'share link': 'list_share_links',
  'email address': 'get_contact',
  'phone number': 'get_contact',
  'postal address': 'get_contact',
  event: 'list_calendar_events',
  'deleted record': 'list_trash',
};
