-- What the office finds members by: the beginning of an e-mail, in whatever collation.
create index member_email_beginning on identity.member (email text_pattern_ops);
