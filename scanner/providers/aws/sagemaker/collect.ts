import { type Collected, type Collecting, each, read } from '../../../kit/index.ts'
import { listed } from '../answers.ts'
import type { Aws } from '../client.ts'
import type {
  Domain,
  EndpointConfig,
  Model,
  Notebook,
  NotebookDetails,
  SageMaker,
} from './resources.ts'

/** `Enabled` or `Disabled`. */
const flag = (value: string | undefined): boolean | null =>
  value === undefined ? null : value === 'Enabled'

async function notebookOf(aws: Aws, NotebookInstanceName: string): Promise<NotebookDetails> {
  interface Answer {
    NotebookInstanceArn?: string
    DirectInternetAccess?: string
    RootAccess?: string
    SubnetId?: string
    KmsKeyId?: string
  }
  const operation = 'sagemaker:DescribeNotebookInstance'
  const it = await aws.call<Answer>(operation, { NotebookInstanceName })
  if (!it.NotebookInstanceArn) throw aws.broken(operation, 'NotebookInstanceArn')
  return {
    direct_internet: flag(it.DirectInternetAccess),
    root: flag(it.RootAccess),
    subnet: it.SubnetId ?? null,
    kms_key: it.KmsKeyId || null,
  }
}

async function configOf(aws: Aws, EndpointConfigName: string) {
  interface Answer {
    ProductionVariants?: {
      VariantName: string
      InitialInstanceCount?: number
      ServerlessConfig?: object
    }[]
    KmsKeyId?: string
  }
  const operation = 'sagemaker:DescribeEndpointConfig'
  const it = await aws.call<Answer>(operation, { EndpointConfigName })
  if (!it.ProductionVariants) throw aws.broken(operation, 'ProductionVariants')
  return {
    variants: it.ProductionVariants.map((variant) => {
      const { VariantName: name, InitialInstanceCount: count } = variant
      if (variant.ServerlessConfig) return { name, instances: null }
      if (count === undefined) throw aws.broken(operation, 'InitialInstanceCount')
      return { name, instances: count }
    }),
    kms_key: it.KmsKeyId || null,
  }
}

async function modelOf(aws: Aws, ModelName: string) {
  interface Answer {
    ModelArn?: string
    EnableNetworkIsolation?: boolean
    VpcConfig?: { Subnets?: string[] }
  }
  const it = await aws.call<Answer>('sagemaker:DescribeModel', { ModelName })
  if (!it.ModelArn) throw aws.broken('sagemaker:DescribeModel', 'ModelArn')
  return {
    isolated: it.EnableNetworkIsolation ?? null,
    in_vpc: (it.VpcConfig?.Subnets ?? []).length > 0,
  }
}

async function authModeOf(aws: Aws, DomainId: string): Promise<string> {
  const { AuthMode } = await aws.call<{ AuthMode?: string }>('sagemaker:DescribeDomain', {
    DomainId,
  })
  if (!AuthMode) throw aws.broken('sagemaker:DescribeDomain', 'AuthMode')
  return AuthMode
}

export const collect = ({ client: aws, region }: Collecting<Aws>): Collected<SageMaker> => ({
  notebooks: each<
    {
      NotebookInstanceArn: string
      NotebookInstanceName: string
      NotebookInstanceStatus?: string
    },
    Notebook
  >(listed(aws, 'sagemaker:ListNotebookInstances', 'NotebookInstances'), (it) => ({
    uid: it.NotebookInstanceArn,
    name: it.NotebookInstanceName,
    region,
    status: it.NotebookInstanceStatus ?? '',
    details: read(() => notebookOf(aws, it.NotebookInstanceName)),
  })),
  endpointConfigs: each<{ EndpointConfigArn: string; EndpointConfigName: string }, EndpointConfig>(
    listed(aws, 'sagemaker:ListEndpointConfigs', 'EndpointConfigs'),
    (it) => ({
      uid: it.EndpointConfigArn,
      name: it.EndpointConfigName,
      region,
      details: read(() => configOf(aws, it.EndpointConfigName)),
    }),
  ),
  models: each<{ ModelArn: string; ModelName: string }, Model>(
    listed(aws, 'sagemaker:ListModels', 'Models'),
    (it) => ({
      uid: it.ModelArn,
      name: it.ModelName,
      region,
      details: read(() => modelOf(aws, it.ModelName)),
    }),
  ),
  domains: each<
    { DomainArn: string; DomainId: string; DomainName: string; Status: string },
    Domain
  >(listed(aws, 'sagemaker:ListDomains', 'Domains'), (it) => ({
    uid: it.DomainArn,
    name: it.DomainName,
    region,
    status: it.Status,
    auth_mode: read(() => authModeOf(aws, it.DomainId)),
  })),
})
