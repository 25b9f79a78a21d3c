// Icon of each kind of device in lists.
import { CircleHelp, Monitor, Smartphone, Tablet } from 'lucide-react';

export const deviceIcons = {
  desktop: Monitor,
  phone: Smartphone,
  tablet: Tablet,
  other: CircleHelp,
};
