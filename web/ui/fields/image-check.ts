// Checks a photo before upload (type, size, sharpness), and makes it smaller and upright.

export const MAX_BYTES = 10 * 1024 * 1024;
const LONG_EDGE_MIN = 1200;
const LONG_EDGE_SENT = 2000;
/** Variance of the Laplacian below which a photo of a document is likely unreadable. */
const BLUR_BELOW = 60;

/**
 * Grey value from which a block of pixels is overexposed and unreadable; `GLARE_FROM` is the share
 * of such blocks from which a photo is refused.
 */
const BURNT_FROM = 250;
const BLOCK = 8;
const GLARE_FROM = 0.04;

export type Quality = 'ok' | 'small' | 'blurred' | 'glare';
const warnings: Record<Quality, string | undefined> = {
  ok: undefined,
  small: '照片解析度較低，文字可能無法辨識',
  blurred: '照片可能不清楚，建議重新拍攝',
  glare: '照片可能反光，請避開燈光重新拍攝',
};

export type Checked = { file: File; error?: string; warning?: string };

/** Pictures that can be uploaded. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'];

function typeOf(file: File): string {
  if (file.type) return file.type;
  return /\.hei[cf]$/i.test(file.name) ? 'image/heic' : '';
}

/**
 * Returns the variance of the Laplacian of a grey picture; a small value means that the picture is
 * blurred.
 */
export function sharpness(grey: Uint8ClampedArray, width: number, height: number): number {
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const i = y * width + x;
      const edge = 4 * grey[i]! - grey[i - 1]! - grey[i + 1]! - grey[i - width]! - grey[i + width]!;
      sum += edge;
      squares += edge * edge;
      count += 1;
    }
  }
  if (count === 0) return 0;
  const mean = sum / count;
  return squares / count - mean * mean;
}

/**
 * Returns the share of a grey picture's blocks that are completely overexposed, as by a lamp's
 * reflection.
 */
export function glare(grey: Uint8ClampedArray, width: number, height: number): number {
  let burnt = 0;
  let blocks = 0;
  for (let top = 0; top + BLOCK <= height; top += BLOCK) {
    for (let left = 0; left + BLOCK <= width; left += BLOCK) {
      blocks += 1;
      let light = true;
      for (let i = 0; light && i < BLOCK * BLOCK; i += 1) {
        const at = (top + Math.floor(i / BLOCK)) * width + left + (i % BLOCK);
        light = grey[at]! >= BURNT_FROM;
      }
      if (light) burnt += 1;
    }
  }
  return blocks === 0 ? 0 : burnt / blocks;
}

function greyOf(bitmap: ImageBitmap): { grey: Uint8ClampedArray; width: number; height: number } {
  const scale = Math.min(1, 480 / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(3, Math.floor(bitmap.width * scale));
  const height = Math.max(3, Math.floor(bitmap.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  context.drawImage(bitmap, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const grey = new Uint8ClampedArray(width * height);
  for (let i = 0; i < grey.length; i += 1) {
    grey[i] = 0.299 * data[4 * i]! + 0.587 * data[4 * i + 1]! + 0.114 * data[4 * i + 2]!;
  }
  return { grey, width, height };
}

function qualityIn(bitmap: ImageBitmap): Quality {
  if (Math.max(bitmap.width, bitmap.height) < LONG_EDGE_MIN) return 'small';
  const { grey, width, height } = greyOf(bitmap);
  if (sharpness(grey, width, height) < BLUR_BELOW) return 'blurred';
  return glare(grey, width, height) > GLARE_FROM ? 'glare' : 'ok';
}

/** Returns how readable a stored picture is; null if this browser cannot open it. */
export async function qualityOf(blob: Blob): Promise<Quality | null> {
  try {
    return qualityIn(await createImageBitmap(blob));
  } catch {
    return null;
  }
}

function drawWatermark(context: OffscreenCanvasRenderingContext2D, text: string): void {
  const { width, height } = context.canvas;
  const size = Math.max(18, Math.floor(width / 36));
  context.font = `${size}px sans-serif`;
  context.fillStyle = 'rgba(179, 38, 30, 0.34)';
  context.translate(width / 2, height / 2);
  context.rotate(-Math.PI / 9);
  for (let y = -height; y < height; y += size * 7) context.fillText(text, -width / 2, y);
}

/**
 * Returns the file as it should be sent: at most 2,000 px, JPEG, without camera data. Files that
 * the browser cannot open (HEIC outside Safari, PDF) are sent unchanged, and the server converts
 * them.
 */
export async function checkFile(
  file: File,
  { pdf = false, watermark }: { pdf?: boolean; watermark?: string | undefined } = {},
): Promise<Checked> {
  const type = typeOf(file);
  if (!imageTypes.includes(type) && !(pdf && type === 'application/pdf')) {
    return {
      file,
      error: pdf ? '僅接受 JPG、PNG、WebP、HEIC 或 PDF' : '僅接受 JPG、PNG、WebP 或 HEIC',
    };
  }
  if (file.size > MAX_BYTES) return { file, error: '檔案超過 10 MB，請壓縮後再上傳' };
  if (file.size === 0) return { file, error: '這個檔案是空的，請重新選擇' };
  if (type === 'application/pdf') return { file };
  try {
    const bitmap = await createImageBitmap(file);
    const long = Math.max(bitmap.width, bitmap.height);
    const scale = Math.min(1, LONG_EDGE_SENT / long);
    const canvas = new OffscreenCanvas(
      Math.floor(bitmap.width * scale),
      Math.floor(bitmap.height * scale),
    );
    const context = canvas.getContext('2d')!;
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const warning = warnings[qualityIn(bitmap)];
    if (watermark) drawWatermark(context, watermark);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 });
    const name = file.name.replace(/\.\w+$/, '') + '.jpg';
    return { file: new File([blob], name, { type: 'image/jpeg' }), ...(warning && { warning }) };
  } catch {
    return { file };
  }
}
