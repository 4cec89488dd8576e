-- Why: a text filter folded its value by the rule of the database and its column by that of the collation "C", which
--      is about ASCII alone. A search with any other capital letter found nothing.
-- Lock: none, functions are created.

set local role plumbline_owner;

do $migration$
declare
  -- Has lower() for all letters. Which of these a server has depends on its release and on how it was built.
  candidates constant text[] := '{pg_c_utf8,und-x-icu,C.utf8,en_US.utf8,default}';
  candidate text;
  is_fit boolean;
  -- More marks than any language puts on a letter: to sort them would take quadratic time.
  many_marks constant text :=
    '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u065f'
    '\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3'
    '\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u0903'
    '\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962-\u0963\u0981-\u0983\u09bc\u09be-\u09cd\u09d7\u09e2-\u09e3'
    '\u09fe-\u0a03\u0a3c-\u0a51\u0a70-\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0acd\u0ae2-\u0ae3\u0afa-\u0b03'
    '\u0b3c\u0b3e-\u0b57\u0b62-\u0b63\u0b82\u0bbe-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c56\u0c62-\u0c63'
    '\u0c81-\u0c83\u0cbc\u0cbe-\u0cd6\u0ce2-\u0ce3\u0cf3-\u0d03\u0d3b-\u0d3c\u0d3e-\u0d4d\u0d57\u0d62-\u0d63'
    '\u0d81-\u0d83\u0dca-\u0ddf\u0df2-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece'
    '\u0f18-\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f3f\u0f71-\u0f84\u0f86-\u0f87\u0f8d-\u0fbc\u0fc6\u102b-\u103e'
    '\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d'
    '\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752-\u1753\u1772-\u1773\u17b4-\u17d3\u17dd\u180b-\u180f'
    '\u1885-\u1886\u18a9\u1920-\u193b\u1a17-\u1a1b\u1a55-\u1a7f\u1ab0-\u1b04\u1b34-\u1b44\u1b6b-\u1b73'
    '\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9'
    '\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099-\u309a\ua66f-\ua672'
    '\ua674-\ua67d\ua69e-\ua69f\ua6f0-\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880-\ua881\ua8b4-\ua8c5'
    '\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43'
    '\uaa4c-\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7-\uaab8\uaabe-\uaabf\uaac1\uaaeb-\uaaef\uaaf5-\uaaf6'
    '\uabe3-\uabea\uabec-\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\U000101fd-\U0001e94a]'
    '{31}';
  body text := $plain$
begin
  return lower(written collate "C"); -- this database cannot say what a letter is
end$plain$;
begin
  if getdatabaseencoding() = 'UTF8' then
    foreach candidate in array candidates loop
      begin
        execute format(
          $test$
select lower(U&'\00c9\0394\0416\0531\1e9e' collate pg_catalog.%I) = U&'\00e9\03b4\0436\0561\00df'
          $test$, candidate)
          into is_fit;
      exception when others then
        is_fit := false;
      end;
      exit when is_fit;
    end loop;
    body := format($full$
declare
  folded text := written;
begin
  if folded is not nfc normalized and folded !~ %1$L then
    folded := normalize(folded, nfc);
  end if;
  -- Nearly every text has no letter that lower() leaves in two forms, and stays normalized.
  if folded !~ '[\u00b5\u00df\u0130\u0131\u017f\u0300-\u036f\u03a3\u03c2\u03d0\u03d1\u03d5\u03d6\u03f0\u03f1\u03f5\u1c80-\u1c88\u1e9b\u1e9e]' then
    return lower(folded collate pg_catalog.%2$I);
  end if;
  folded := lower(replace(folded, U&'\0130', 'i') collate pg_catalog.%2$I);
  folded := translate(folded,
    U&'\03c2\017f\00b5\03d0\03d1\03d5\03d6\03f0\03f1\03f5\1e9b\1c80\1c81\1c82\1c83\1c84\1c85\1c86\1c87\1c88\0131',
    U&'\03c3s\03bc\03b2\03b8\03c6\03c0\03ba\03c1\03b5\1e61\0432\0434\043e\0441\0442\0442\044a\0463\a64bi');
  folded := replace(replace(folded, U&'\0307', ''), U&'\00df', 'ss');
  if folded is not nfc normalized and folded !~ %1$L then
    folded := normalize(folded, nfc);
  end if;
  return folded;
end$full$, many_marks, case when is_fit then candidate else 'C' end);
  end if;

  -- Both sides of a comparison without regard to case and Unicode form. Beyond lower(), a variant of a letter is the
  -- letter, as a final sigma is; each i of Turkish is an i, so that a dot above only counts where it is part of a letter;
  -- a sharp s is ss. Equal to foldCase() of fold.ts.
  execute format(
    'create function fold_unicode(written text) returns text language plpgsql immutable parallel safe as %L', body);
end
$migration$;

-- A single expression, so that the planner inlines it: of ASCII, which nearly all texts are, no function is called.
create function fold_case(written text)
returns text
language sql immutable parallel safe as $$
  select case when octet_length(written) = char_length(written) then lower(written collate "C") else fold_unicode(written) end
$$;

grant execute on function fold_unicode, fold_case to plumbline_app;

reset role;
