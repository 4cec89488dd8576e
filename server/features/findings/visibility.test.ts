import { deepEqual, equal } from 'node:assert/strict'
import { after, test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { freshDatabase } from '../../testing/database.ts'
import { Player } from '../../testing/findings-model/player.ts'

const base = await freshDatabase()
after(() => base.close())

const at = '2026-01-01T12:00:00.000Z'
const unit = 's3/eu'
const says = (on: string) => ({
  [unit]: { says: [{ check: 'encrypted', on, status: 'FAIL' as const }] },
})
const scanOf = (id: string) => ({ filters: [{ name: 'scan', op: 'eq', value: id }] })

test('a member sees the findings of the providers in the groups of his roles, and no others', async () => {
  const seen = await Player.join(base)
  const hidden = await Player.join(base, seen.tenantId)
  await seen.full(says('a'), at)
  const other = await hidden.full(says('b'), at)
  const [user, role, group] = [newId(), newId(), newId()]
  const t = seen.tenantId
  await base.administer(`
    insert into users (id, name, email, password_hash) values ('${user}', 'A user', '${user}@example.com', 'x');
    insert into memberships (tenant_id, user_id, role, id) values ('${t}', '${user}', 'member', '${newId()}');
    insert into roles (tenant_id, id, name) values ('${t}', '${role}', 'Some');
    insert into user_roles (tenant_id, user_id, role_id) values ('${t}', '${user}', '${role}');
    insert into provider_groups (tenant_id, id, name) values ('${t}', '${group}', 'Seen');
    insert into role_provider_groups (tenant_id, role_id, provider_group_id) values ('${t}', '${role}', '${group}');
    insert into provider_group_members (tenant_id, provider_group_id, provider_id)
    values ('${t}', '${group}', '${seen.providerId}')`)
  equal((await seen.latest()).length, 2)
  const member = { userId: user, unlimitedVisibility: false }
  const mine = seen.as(member)
  deepEqual(
    (await mine.latest()).map(({ uid }) => uid),
    ['plumbline-aws-encrypted-1-a'],
  )
  deepEqual(await mine.whole(scanOf(other.id)), [])
  const [foreign] = await hidden.of(other)
  equal(await mine.one(foreign?.id ?? ''), undefined)
  deepEqual(
    (await mine.resources()).rows.map(({ uid }) => uid),
    ['a'],
  )
  deepEqual(await seen.as({ ...member, userId: newId() }).latest(), [])
})

test('a provider that is being deleted takes its findings out of every list at once', async () => {
  const one = await Player.join(base)
  const other = await Player.join(base, one.tenantId)
  const scan = await one.full(says('a'), at)
  await other.full(says('b'), at)
  const [known] = await one.of(scan)
  await base.administer(`update providers set deleted_at = now() where id = '${one.providerId}'`)
  deepEqual(
    (await one.latest()).map(({ uid }) => uid),
    ['plumbline-aws-encrypted-1-b'],
  )
  deepEqual(await one.of(scan), [])
  equal(await one.one(known?.id ?? ''), undefined)
  deepEqual(
    (await one.resources()).rows.map(({ uid }) => uid),
    ['b'],
  )
})
