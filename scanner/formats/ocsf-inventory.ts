// Resources as OCSF Cloud Resources Inventory Info (class 5023, version 1.5.0).
import type { FindingRecord } from '../engine/index.ts'
import { cloudOf, labelsOf, type OcsfContext, placeOf, profilesOf } from './ocsf.ts'

export type OcsfResource = FindingRecord['resource']

/** One resource at the context's time. Members without a value are omitted on serialization. */
export function inventoryInfo(resource: OcsfResource, context: OcsfContext) {
  const { uid, name, type, service, region, details, metadata } = resource
  return {
    activity_id: 2,
    activity_name: 'Collect',
    category_uid: 5,
    category_name: 'Discovery',
    class_uid: 5023,
    class_name: 'Cloud Resources Inventory Info',
    type_uid: 502302,
    type_name: 'Cloud Resources Inventory Info: Collect',
    severity: 'Informational',
    severity_id: 1,
    time: context.time.getTime(),
    time_dt: context.time.toISOString(),
    metadata: {
      version: '1.5.0',
      product: { ...context.product, uid: context.product.name.toLowerCase() },
      profiles: profilesOf(context),
      tenant_uid: context.tenant_uid,
    },
    resources: [
      {
        uid,
        name,
        type,
        group: { name: service },
        ...placeOf(resource, context),
        ...labelsOf(resource),
        data: { details: details ?? '', metadata },
      },
    ],
    cloud: cloudOf({ region }, context),
  }
}
