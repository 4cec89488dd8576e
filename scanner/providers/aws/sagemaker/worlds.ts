// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Domain, EndpointConfig, Model, Notebook, NotebookDetails } from './resources.ts'

const arn = 'arn:aws:sagemaker:eu-west-1:123456789012'

const sound: NotebookDetails = {
  direct_internet: false,
  subnet: 'subnet-1',
  root: false,
  kms_key: 'arn:aws:kms:eu-west-1:123456789012:key/1',
}

const sample = world<Notebook>({
  uid: `${arn}:notebook-instance/forecast`,
  name: 'forecast',
  region: 'eu-west-1',
  status: 'InService',
  details: sound,
})

/** A notebook with changed details. */
export const notebook = (
  changes: Partial<NotebookDetails> = {},
  rest: Partial<Notebook> = {},
): Notebook => sample({ details: { ...sound, ...changes }, ...rest })

export const endpointConfig = world<EndpointConfig>({
  uid: `${arn}:endpoint-config/forecast`,
  name: 'forecast',
  region: 'eu-west-1',
  details: { variants: [{ name: 'all', instances: 2 }], kms_key: 'alias/models' },
})

export const model = world<Model>({
  uid: `${arn}:model/forecast`,
  name: 'forecast',
  region: 'eu-west-1',
  details: { isolated: true, in_vpc: true },
})

export const domain = world<Domain>({
  uid: `${arn}:domain/d-1`,
  name: 'science',
  region: 'eu-west-1',
  status: 'InService',
  auth_mode: 'SSO',
})
