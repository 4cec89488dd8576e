import type { PlainService } from './plain.ts'

const missing = ['ValidationException', 400] as const

export const sagemaker: PlainService = {
  name: 'sagemaker',
  protocol: 'json',
  target: 'SageMaker',
  operations: {
    ListNotebookInstances: { list: 'NotebookInstances' },
    DescribeNotebookInstance: { by: 'NotebookInstanceName', none: missing },
    ListEndpointConfigs: { list: 'EndpointConfigs' },
    DescribeEndpointConfig: { by: 'EndpointConfigName', none: missing },
    ListModels: { list: 'Models' },
    DescribeModel: { by: 'ModelName', none: missing },
    ListDomains: { list: 'Domains' },
    DescribeDomain: { by: 'DomainId', none: ['ResourceNotFound', 400] },
  },
}
