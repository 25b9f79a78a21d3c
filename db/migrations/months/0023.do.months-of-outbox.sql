-- Exchanges the outbox for the one with months; older programs go on using it.
select app.begin_months('notices', 'outbox', 'created_at');
