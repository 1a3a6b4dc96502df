import { photoIdIn } from '../../contract/photos.ts';
import { hueOf, initialsOf } from '../words/face.ts';
import { personPath } from './paths.ts';

interface FaceProps {
  id: string;
  name: string | undefined;
  image_url?: string | null | undefined;
  isLarge?: boolean;
}

/** A person's photo, or their initials on one of six hues. Decoration: the name is beside it. */
export function Face({ id, name = '', image_url, isLarge }: FaceProps) {
  const photo = photoIdIn(image_url);
  const pixels = isLarge ? 64 : 32;
  const kind = `face${isLarge ? ' large' : ''}`;
  if (!photo)
    return (
      <span class={`${kind} hue-${hueOf(id)}`} aria-hidden="true">
        {initialsOf(name)}
      </span>
    );
  const at = `${personPath(id)}/photo/${photo}?side=`;
  // Smaller ones would not be sharp on the dense screens that most people have.
  const dense = `${at}128 ${isLarge ? 2 : 3}x`;
  return <img class={kind} src={`${at}64`} srcset={dense} alt="" width={pixels} height={pixels} loading="lazy" />;
}
