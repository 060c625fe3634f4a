/** Where this page's service is reached: beside this page, whatever public address its document names. */
const here = new URL('.', location.href).href;

/**
 * A request goes to this page's own origin. The credentials that Swagger UI puts into the address move to the body, in
 * place of a value of the same name: addresses are kept in logs and histories. A client that is named in the header is not
 * named in the form as well.
 */
function prepare(request) {
  if (request.loadSpec) return request;
  const server = explorer.specSelectors.specJson().getIn(['servers', 0, 'url']);
  const { href, searchParams } = new URL(request.url, here);
  request.url = /^https?:/.test(server) ? here + href.slice(server.length + 1) : href;
  if (request.method !== 'POST') return request;
  request.url = request.url.replace(/\?.*/, '');
  const isBasic = request.headers.Authorization?.startsWith('Basic ');
  if (request.headers['Content-Type']?.includes('json')) request.body = addToJson(request.body, searchParams);
  else if (searchParams.size > 0 || isBasic) {
    const form = new URLSearchParams(request.body);
    for (const [name, value] of searchParams) form.set(name, value);
    for (const name of isBasic ? ['client_id', 'client_secret'] : []) form.delete(name);
    request.headers['Content-Type'] = 'application/x-www-form-urlencoded';
    request.body = form.toString();
  }
  return request;
}

/** A body that is no JSON is sent as it is, so that the service says so. */
function addToJson(body, fields) {
  try {
    return JSON.stringify({ ...JSON.parse(body || '{}'), ...Object.fromEntries(fields) });
  } catch {
    return body;
  }
}

/**
 * A form starts with the fields of its example, and the others are blank, so that they are not sent. Swagger UI would
 * fill each with a made-up text. The example stands with one of the types of a body.
 */
const startForms = {
  wrapComponents: {
    RequestBody: (RequestBody, { React }) =>
      function ExampleForm(props) {
        const { requestBody, contentType, isExecute, onChange, onChangeIncludeEmpty } = props;
        const types = requestBody?.get('content');
        const type = contentType || types?.keySeq().first();
        React.useEffect(() => {
          if (!isExecute || !type.includes('form')) return;
          const example = types.find((content) => content.has('example'))?.get('example');
          for (const name of types.getIn([type, 'schema', 'properties']).keys()) {
            onChange(example?.get(name) ?? '', [name]);
            onChangeIncludeEmpty(name, false);
          }
        }, [isExecute, type]);
        return React.createElement(RequestBody, props);
      },
  },
};

/** A failure is its codes: all have one form, which the introduction shows. */
const foldFailures = {
  wrapComponents: {
    response: (Response, { React }) =>
      function FoldedResponse(props) {
        const { code, response } = props;
        const folded = /^[45]/.test(code) ? { ...props, response: response.delete('content') } : props;
        return React.createElement(Response, folded);
      },
  },
};

const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
document.documentElement.classList.toggle('dark-mode', prefersDark);

const explorer = SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#explorer',
  deepLinking: true,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayOperationId: true,
  // Otherwise a validator on another origin is asked about the document.
  validatorUrl: null,
  requestInterceptor: prepare,
  plugins: [startForms, foldFailures],
});
