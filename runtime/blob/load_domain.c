/*
 * Loading a blob. The header and the section table are checked here, because they say where everything else
 * lies. The verifier checks the sections (verify.h). Neighbour: domain.c.
 */
#include "blob_reader.h"
#include "element_size.h"
#include "faults.h"
#include "verify.h"

#define FNV_OFFSET UINT32_C(2166136261)
#define FNV_PRIME  UINT32_C(16777619)

/*
 * FNV-1a (Fowler, Noll, Vo) over 32-bit words. Every step is a bijection of the sum so far, so a change of a
 * single word is always noticed.
 */
uint32_t htn_blob_checksum(const void *bytes, size_t size)
{
    const uint8_t *at = (const uint8_t *)bytes;
    uint32_t sum = FNV_OFFSET;
    while (size >= 4) {
        sum = (sum ^ htni_read32(at)) * FNV_PRIME;
        sum ^= sum >> 15;
        at += 4;
        size -= 4;
    }
    while (size > 0) {
        sum = (sum ^ *at) * FNV_PRIME;
        at++;
        size--;
    }
    return sum;
}

static bool check_header(const uint8_t *blob, size_t size, htn_fault *fault)
{
    if (size < HTN_HEADER_SIZE)
        return htni_fault(fault, "header", (uint32_t)size, HTNI_FAULT_SHORT_HEADER);
    if (memcmp(blob, HTN_BLOB_MAGIC, 4) != 0)
        return htni_fault(fault, "header", HTN_HEADER_MAGIC, HTNI_FAULT_MAGIC);
    if (htni_read16(blob + HTN_HEADER_MAJOR) > HTN_BLOB_MAJOR)
        return htni_fault(fault, "header", HTN_HEADER_MAJOR, HTNI_FAULT_NEWER);
    if (htni_read16(blob + HTN_HEADER_MAJOR) < HTN_BLOB_MAJOR)
        return htni_fault(fault, "header", HTN_HEADER_MAJOR, HTNI_FAULT_OLDER);
    const uint32_t total = htni_read32(blob + HTN_HEADER_TOTAL);
    if (total > size)
        return htni_fault(fault, "header", HTN_HEADER_TOTAL, HTNI_FAULT_TRUNCATED);
    if (total < HTN_HEADER_SIZE || total % 8 != 0)
        return htni_fault(fault, "header", HTN_HEADER_TOTAL, HTNI_FAULT_TOTAL);
    const uint32_t sum = htn_blob_checksum(blob + HTN_HEADER_FINGERPRINT, total - HTN_HEADER_FINGERPRINT);
    if (sum != htni_read32(blob + HTN_HEADER_CHECKSUM))
        return htni_fault(fault, "header", HTN_HEADER_CHECKSUM, HTNI_FAULT_CHECKSUM);
    if (htni_read32(blob + HTN_HEADER_FLAGS) & ~(uint32_t)HTN_BLOB_FLAGS)
        return htni_fault(fault, "header", HTN_HEADER_FLAGS, HTNI_FAULT_FLAGS);
    if (htni_read32(blob + HTN_HEADER_STACK) > HTN_MAX_STACK)
        return htni_fault(fault, "header", HTN_HEADER_STACK, HTNI_FAULT_STACK_LIMIT);
    const uint32_t world = htni_read32(blob + HTN_HEADER_WORLD);
    if (world % 4 != 0 || world > HTN_MAX_WORLD)
        return htni_fault(fault, "header", HTN_HEADER_WORLD, HTNI_FAULT_WORLD_SIZE);
    const uint32_t shared = htni_read32(blob + HTN_HEADER_SHARED);
    if (shared > world || (shared != world && shared % 8 != 0))
        return htni_fault(fault, "header", HTN_HEADER_SHARED, HTNI_FAULT_SHARED_PART);
    return true;
}

static bool read_sections(htn_domain *domain, htn_fault *fault)
{
    const uint32_t count = htni_read32(domain->blob + HTN_HEADER_SECTIONS);
    if (count > (domain->size - HTN_HEADER_SIZE) / HTN_SECTION_ENTRY_SIZE)
        return htni_fault(fault, "header", HTN_HEADER_SECTIONS, HTNI_FAULT_SECTION_COUNT);
    uint32_t last_id = 0, free_from = HTN_HEADER_SIZE + count * HTN_SECTION_ENTRY_SIZE;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t entry = HTN_HEADER_SIZE + i * HTN_SECTION_ENTRY_SIZE;
        const uint8_t *at = domain->blob + entry;
        const uint32_t id = htni_read32(at), offset = htni_read32(at + 4);
        const uint32_t elements = htni_read32(at + 8), size = htni_read32(at + 12);
        const uint32_t each = htni_element_size(id);
        if (id <= last_id)
            return htni_fault(fault, "section table", entry, HTNI_FAULT_SECTION_ORDER);
        if (each == 0)
            return htni_fault(fault, "section table", entry, HTNI_FAULT_SECTION_ID);
        if (offset % 8 != 0 || offset < free_from || offset > domain->size || size > domain->size - offset)
            return htni_fault(fault, "section table", entry + 4, HTNI_FAULT_SECTION_PLACE);
        if (size == 0 || size % each != 0 || size / each != elements)
            return htni_fault(fault, "section table", entry + 8, HTNI_FAULT_SECTION_SIZE);
        domain->sections[id].data = domain->blob + offset;
        domain->sections[id].count = elements;
        domain->sections[id].size = size;
        last_id = id;
        free_from = offset + size;
    }
    return true;
}

htn_status htn_domain_load(htn_domain *domain, const void *blob, size_t size, htn_fault *fault)
{
    htn_fault unwanted;
    htn_domain loaded;
    if (domain == NULL || blob == NULL)
        return HTN_BAD_ARGUMENT;
    if (fault == NULL)
        fault = &unwanted;
    memset(domain, 0, sizeof *domain); /* a domain that was not loaded has no sections, so every function refuses it */
    memset(&loaded, 0, sizeof loaded);
    loaded.blob = (const uint8_t *)blob;
    if (!check_header(loaded.blob, size, fault)) {
        const bool newer = size >= HTN_HEADER_SIZE && fault->offset == HTN_HEADER_MAJOR &&
                           htni_read16(loaded.blob + HTN_HEADER_MAJOR) > HTN_BLOB_MAJOR;
        return newer ? HTN_NEWER_BLOB : HTN_BAD_BLOB;
    }
    loaded.size = htni_read32(loaded.blob + HTN_HEADER_TOTAL);
    loaded.fingerprint = htni_read32(loaded.blob + HTN_HEADER_FINGERPRINT);
    loaded.shared_at = htni_read32(loaded.blob + HTN_HEADER_SHARED);
    loaded.world_bytes = htni_read32(loaded.blob + HTN_HEADER_WORLD);
    loaded.flags = htni_read32(loaded.blob + HTN_HEADER_FLAGS);
    if (!read_sections(&loaded, fault) || !htni_verify(&loaded, fault))
        return HTN_BAD_BLOB;
    *domain = loaded;
    return HTN_OK;
}
