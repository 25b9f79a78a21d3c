#!/usr/bin/env bash
# Creates the two roles (decision 022) and the database, when PostgreSQL starts for the first time.
set -euo pipefail
psql -v ON_ERROR_STOP=1 --username postgres --dbname postgres <<SQL
create role baixi_owner login password '$OWNER_PASSWORD';
create role baixi_program login password '$PROGRAM_PASSWORD';
grant pg_read_all_stats to baixi_program;
create database baixi owner baixi_owner;
SQL
