import { TIME_ZONE } from '../words/you.ts';
import { KeyField } from './parts.tsx';

const PLACEHOLDER = '{zone}';

interface ZoneOfferProps {
  /** The user's time zone. */
  zone: string;
  /** The field to fill in. */
  field?: string;
  /** Path of the page to return to after saving. */
  back?: string;
}

/**
 * Offers the browser's time zone if it is another than `zone`: src/web/client/time-zone.ts fills it in and shows it. Without
 * `field`, the button saves the time zone; with it, it fills in the field with this name in the same form.
 */
export const ZoneOffer = ({ zone, field, back }: ZoneOfferProps) => (
  <div class="zone-offer" data-zone={zone} data-zone-field={field} hidden>
    <span>{TIME_ZONE.differs(PLACEHOLDER)}</span>{' '}
    {field === undefined ? (
      <form method="post" action="/settings/time-zone">
        <KeyField />
        <input type="hidden" name="time_zone" />
        <input type="hidden" name="back" value={back} />
        <button type="submit">{TIME_ZONE.use(PLACEHOLDER)}</button>
      </form>
    ) : (
      <button type="button">{TIME_ZONE.use(PLACEHOLDER)}</button>
    )}
  </div>
);
