import { conflict, notFound, Problem } from '@plumbline/jsonapi'
import {
  change,
  type Endpoint,
  list,
  queue,
  remove,
  show,
  submit,
} from '../../platform/http/index.ts'
import { newId } from '../../platform/ids.ts'
import { checkSupported, providerById, providersByIds } from '../providers/index.ts'
import { bulkDraft, bulkSchedules, dailyDraft, scheduleChange, schedules } from './resource.ts'
import * as store from './store.ts'
import { beginDaily, configure, endSchedule } from './timetable.ts'

const tag = 'Schedule'

export const scheduleRoutes: readonly Endpoint[] = [
  list(
    schedules,
    '/schedules',
    {
      may: 'any_member',
      tag,
      operationId: 'schedules_list',
      summary: 'List schedules',
    },
    ({ tx, caller, query }) => store.schedulePage(tx, caller, query),
  ),
  queue(
    'POST',
    '/schedules/daily',
    {
      may: 'manage_scans',
      draft: dailyDraft,
      tag,
      operationId: 'schedules_daily_create',
      summary: 'Scan a provider now and every 24 hours',
      refusals: [404],
    },
    async ({ tx, caller, input: { provider_id } }) => {
      const provider = await providerById(tx, provider_id, caller)
      if (!provider) throw notFound()
      checkSupported(provider, '/data/attributes/provider_id')
      const task = await beginDaily(tx, provider_id, caller.userId)
      const scheduled = 'The provider already has a schedule. Update it instead.'
      if (!task) throw conflict('/data/attributes/provider_id', scheduled)
      return task
    },
  ),
  submit(
    bulkSchedules,
    '/schedules/bulk',
    {
      may: 'manage_scans',
      draft: bulkDraft,
      tag,
      operationId: 'schedules_bulk_create',
      summary: 'Create or update the schedules of several providers',
    },
    async ({ tx, caller, input: { schedule, provider_ids } }) => {
      const found = await providersByIds(tx, provider_ids, caller)
      const seen = new Map(found.map((provider) => [provider.id, provider]))
      const updated: string[] = []
      const failed: { id: string; error: string }[] = []
      // Sorted to prevent deadlocks: each locks its provider.
      for (const id of [...new Set(provider_ids)].toSorted()) {
        try {
          const provider = seen.get(id)
          if (!provider) throw notFound('There is no provider with this ID.')
          checkSupported(provider)
          await configure(tx, id, schedule)
          updated.push(id)
        } catch (error) {
          if (!(error instanceof Problem)) throw error
          failed.push({ id, error: error.detail })
        }
      }
      return { id: newId(), updated, failed }
    },
  ),
  show(
    schedules,
    '/schedules/:id',
    {
      may: 'any_member',
      tag,
      operationId: 'schedules_retrieve',
      summary: 'Get the schedule of a provider',
    },
    ({ tx, caller, id }) => store.scheduleOf(tx, id, caller),
  ),
  change(
    schedules,
    '/schedules/:id',
    {
      may: 'manage_scans',
      draft: scheduleChange,
      tag,
      operationId: 'schedules_partial_update',
      summary: 'Create or update the schedule of a provider',
    },
    async ({ tx, caller, id, input }) => {
      const provider = await providerById(tx, id, caller)
      if (!provider) throw notFound()
      checkSupported(provider)
      await configure(tx, id, input)
      return store.scheduleOf(tx, id, caller)
    },
  ),
  remove(
    '/schedules/:id',
    {
      may: 'manage_scans',
      tag,
      operationId: 'schedules_destroy',
      summary: 'Delete the schedule of a provider',
    },
    async ({ tx, caller, id }) =>
      (await providerById(tx, id, caller)) !== undefined && endSchedule(tx, id),
  ),
]
