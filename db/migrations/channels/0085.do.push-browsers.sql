-- Push messages of a browser end when its member logs out there, or when the browser is removed
-- from the known ones. Null for a device that an older program has stored.
alter table notices.push_device
  add column browser_id bigint references identity.browser on delete cascade;
create index push_device_browser on notices.push_device (browser_id);
-- Finds the members who used a browser before the one who signs in now.
create index browser_name on identity.browser (name);
