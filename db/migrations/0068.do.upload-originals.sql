-- Documents of members are drawn anew before anybody opens them; how they came is evidence.
-- `stored` is what is shown. A document without an original was stored before, as it came: it is
-- drawn when it is opened for the first time.
alter table verification.upload add column original jsonb;
