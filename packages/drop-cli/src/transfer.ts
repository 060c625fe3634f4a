/** Small enough that the bar moves, large enough that the transfer is not slower. */
const sliceBytes = 32 * 1024;

/** A request body that reports how many bytes have been read from it. */
export function createUpload(
  body: Uint8Array,
  onProgress: (done: number) => void,
): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(body.subarray(sent, sent + sliceBytes));
      sent = Math.min(sent + sliceBytes, body.length);
      onProgress(sent);
      if (sent === body.length) controller.close();
    },
  });
}

/** Reads a whole response and reports how many bytes have arrived. */
export async function readDownload(response: Response, onProgress: (done: number) => void): Promise<string> {
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    received += chunk.length;
    onProgress(received);
  }
  return Buffer.concat(chunks).toString();
}
