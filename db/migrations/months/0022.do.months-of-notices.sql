-- Exchanges the table of notices for the one with months; older programs go on using it.
select app.begin_months('notices', 'notice', 'created_at');
