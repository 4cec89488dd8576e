import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import type { SageMaker } from './resources.ts'
import domainSsoConfigured from './sagemaker_domain_sso_configured.ts'
import endpointConfigKmsEncryptionEnabled from './sagemaker_endpoint_config_kms_encryption_enabled.ts'
import endpointConfigProdVariantInstances from './sagemaker_endpoint_config_prod_variant_instances.ts'
import modelsNetworkIsolationEnabled from './sagemaker_models_network_isolation_enabled.ts'
import modelsVpcSettingsConfigured from './sagemaker_models_vpc_settings_configured.ts'
import notebookInstanceEncryptionEnabled from './sagemaker_notebook_instance_encryption_enabled.ts'
import notebookInstanceRootAccessDisabled from './sagemaker_notebook_instance_root_access_disabled.ts'
import notebookInstanceVpcSettingsConfigured from './sagemaker_notebook_instance_vpc_settings_configured.ts'
import notebookInstanceWithoutDirectInternetAccessConfigured from './sagemaker_notebook_instance_without_direct_internet_access_configured.ts'

export default service<SageMaker, Aws>({
  name: 'sagemaker',
  scope: 'regional',
  kinds: {
    notebooks: {
      list: ['sagemaker:ListNotebookInstances'],
      fields: { details: ['sagemaker:DescribeNotebookInstance'] },
    },
    endpointConfigs: {
      list: ['sagemaker:ListEndpointConfigs'],
      fields: { details: ['sagemaker:DescribeEndpointConfig'] },
    },
    models: {
      list: ['sagemaker:ListModels'],
      fields: { details: ['sagemaker:DescribeModel'] },
    },
    domains: {
      list: ['sagemaker:ListDomains'],
      fields: { auth_mode: ['sagemaker:DescribeDomain'] },
    },
  },
  collect,
  checks: [
    domainSsoConfigured,
    endpointConfigKmsEncryptionEnabled,
    endpointConfigProdVariantInstances,
    modelsNetworkIsolationEnabled,
    modelsVpcSettingsConfigured,
    notebookInstanceEncryptionEnabled,
    notebookInstanceRootAccessDisabled,
    notebookInstanceVpcSettingsConfigured,
    notebookInstanceWithoutDirectInternetAccessConfigured,
  ],
})
